// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <vector>

#include <gpu/core/dtype.hpp>
#include <gpu/elementwise/add.hpp>
#include <gpu/elementwise/arctan2.hpp>
#include <gpu/elementwise/bitwise_xor.hpp>
#include <gpu/elementwise/divide.hpp>
#include <gpu/elementwise/fmax.hpp>
#include <gpu/elementwise/less.hpp>
#include <gpu/elementwise/logical_and.hpp>
#include <gpu/elementwise/maximum.hpp>
#include <gpu/elementwise/negative.hpp>
#include <gpu/elementwise/subtract.hpp>
#include <gpu/graph/op.hpp>

namespace gpu::execute {
namespace {

using bytes = std::vector<unsigned char>;

constexpr std::ptrdiff_t elements = 40;
constexpr std::ptrdiff_t updates = 1000;

/// Elements of which some are nan, infinite or zero.
bytes drawn(dtype type, std::ptrdiff_t count) {
  std::mt19937 random(1);
  bytes drawn(static_cast<std::size_t>(count) * size_bytes(type));
  visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      const int number = static_cast<int>(random() % 9) - 4;
      T value{};
      if constexpr (std::is_floating_point_v<T>)
        value = static_cast<T>(number) / static_cast<T>(random() % 3);
      else if constexpr (std::is_integral_v<T>)
        value = static_cast<T>(number);
      std::memcpy(drawn.data() + static_cast<std::size_t>(i) * sizeof(T), &value, sizeof(T));
    }
  });
  return drawn;
}

template <class Key>
void expect_the_same(const graph::typed_loop& loop, std::ptrdiff_t step) {
  const std::size_t size = size_bytes(loop.out);
  const bytes operand = drawn(loop.out, step == 0 ? 1 : updates);
  bytes expected = drawn(loop.out, elements);
  bytes x = expected;
  std::mt19937 random(2);
  std::vector<Key> keys(updates);
  for (Key& key : keys) key = random() % elements;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    unsigned char* const one = expected.data() + keys[i] * size;
    const void* const in[] = {one, operand.data() + i * static_cast<std::size_t>(step) * size};
    loop.on_host(in, one, 1);
  }
  loop.updates_on_host(x.data(), keys.data(), sizeof(Key) == 8, operand.data(), step, updates);
  EXPECT_EQ(x, expected) << loop.functor << ' ' << traits(loop.out).name;
}

/// @returns  of how many dtypes the op has update loops
template <class Op>
int compare_loops() {
  int count = 0;
  for (const graph::typed_loop& loop : graph::record_of<Op>().loops) {
    if (loop.updates_on_host == nullptr) continue;
    ++count;
    for (const std::ptrdiff_t step : {0, 1}) {
      expect_the_same<std::uint32_t>(loop, step);
      expect_the_same<std::uint64_t>(loop, step);
    }
  }
  return count;
}

TEST(update_loop, updates_as_calls_for_one_element_after_the_other_do) {
  EXPECT_EQ(compare_loops<ops::add>(), 11);
  EXPECT_EQ(compare_loops<ops::subtract>(), 10);
  EXPECT_EQ(compare_loops<ops::maximum>(), 11);
  EXPECT_EQ(compare_loops<ops::fmax>(), 11);
  EXPECT_EQ(compare_loops<ops::divide>(), 2);
  EXPECT_EQ(compare_loops<ops::bitwise_xor>(), 9);
  EXPECT_EQ(compare_loops<ops::logical_and>(), 1);
}

TEST(update_loop, is_for_ops_of_two_elements_that_say_they_take_few_instructions) {
  EXPECT_EQ(compare_loops<ops::arctan2>(), 0);
  EXPECT_EQ(compare_loops<ops::negative>(), 0);
  EXPECT_EQ(compare_loops<ops::less>(), 1);  // of bools
}

}  // namespace
}  // namespace gpu::execute
