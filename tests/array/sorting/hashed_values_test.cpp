// SPDX-License-Identifier: BSD-3-Clause
// unique of so many elements that a GPU looks for few different ones in a hash table.
#include "array/sorting/hashed_values.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/asarray.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/sorting/sets.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/dtype.hpp>
#include <gpu/kernels/primitives/key_table.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "jit/cache.hpp"
#include "support/device.hpp"
#include "support/jit.hpp"
#include "support/values.hpp"

namespace gpu::detail {
namespace {

using test::values;

/// More than are hashed at least, and no whole number of vectors.
constexpr std::int64_t count = (std::int64_t{1} << 22) + 13;

class hashed_values : public test::on_device {};

/// Each of the numbers, which differ, many times.
template <class T>
ndarray<T> repeated(const std::vector<T>& numbers) {
  const auto size = static_cast<std::int64_t>(numbers.size());
  return take(fromiter<T>(numbers), remainder(arange<std::int64_t>(count) * 7919, size));
}

template <class T>
void expect_unique(const std::vector<T>& numbers) {
  SCOPED_TRACE(::testing::Message() << traits(dtype_of<T>).name << " " << numbers.size());
  const ndarray<T> a = repeated(numbers);
  const std::set<T> expected(numbers.begin(), numbers.end());
  ASSERT_EQ(expected.size(), numbers.size());
  const std::vector<T> different(expected.begin(), expected.end());
  EXPECT_EQ(values(unique(a)), different);
  const auto [found, inverse, counts] = unique(a, return_inverse, return_counts);
  EXPECT_EQ(values(found), different);
  EXPECT_TRUE(array_equal(take(found, inverse), a));
  EXPECT_TRUE(array_equal(counts, bincount(inverse)));
}

template <class T>
std::vector<T> spread(std::uint64_t size, std::uint64_t step) {
  std::vector<T> numbers;
  for (std::uint64_t i = 0; i < size; ++i) numbers.push_back(static_cast<T>(i * step));
  return numbers;
}

TEST_P(hashed_values, are_those_of_integers_far_apart) {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;  // times different numbers: different ones
  expect_unique(spread<std::int32_t>(1000, odd));
  expect_unique(spread<std::uint32_t>(3, 0x7fffffff));
  expect_unique(spread<std::int64_t>(70000, odd));
  expect_unique(spread<std::uint64_t>(12345, std::uint64_t{1} << 40));
  expect_unique<std::uint64_t>({0, ~std::uint64_t{0}, std::uint64_t{1} << 63});
  expect_unique<std::int64_t>(
      {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()});
}

TEST_P(hashed_values, may_be_too_many) {
  for (const std::uint64_t size : {(1U << 17) - 1, 1U << 17, (1U << 17) + 1, 1U << 20}) {
    expect_unique(spread<std::int32_t>(size, 4001));
    expect_unique(spread<std::uint64_t>(size, 0x9e3779b97f4a7c15));
  }
}

TEST_P(hashed_values, are_those_of_floats) {
  std::vector<float> numbers = {0, std::numeric_limits<float>::infinity(), -7.5f, 1e-40f, -1e30f};
  for (int i = 1; i < 5000; ++i) numbers.push_back(static_cast<float>(i) / 3);
  expect_unique(numbers);
  expect_unique(std::vector<double>(numbers.begin(), numbers.end()));
  expect_unique<double>({-std::numeric_limits<double>::infinity(), 3});
}

TEST_P(hashed_values, begin_and_end_anywhere) {
  const std::vector<std::int32_t> numbers = spread<std::int32_t>(50, 0x2000003);
  const ndarray<std::int32_t> a = repeated(numbers);
  for (const std::int64_t first : {1, 2, 3, 5}) {
    ndarray<std::int32_t> changed = a;
    view(changed, first) = -1;  // at the ends, and nowhere else
    view(changed, count - 1) = -2;
    const auto part = view(changed, range(first, count));
    std::set<std::int32_t> expected(numbers.begin(), numbers.end());
    expected.insert({-1, -2});
    EXPECT_EQ(values(unique(part)), std::vector<std::int32_t>(expected.begin(), expected.end()));
  }
}

TEST_P(hashed_values, are_those_of_halves) {
  std::vector<float16> numbers;
  for (int i = 0; i < 2000; ++i) numbers.emplace_back(static_cast<float>(i - 1000));
  const ndarray<float16> a = repeated(numbers);
  EXPECT_TRUE(array_equal(unique(a), arange<int>(-1000, 1000).astype<float16>()));
}

TEST_P(hashed_values, take_nans_for_one_value) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const ndarray<float> a = repeated<float>({nan, 2, -nan, 1});
  const auto [found, counts] = unique(a, return_counts, equal_nan(true));
  const std::vector<float> all = values(found);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0], 1);
  EXPECT_EQ(all[1], 2);
  EXPECT_TRUE(std::isnan(all[2]));
  EXPECT_EQ(sum(counts).item(), count);
  EXPECT_GT(unique(a, equal_nan(false)).size(), 1000U);
}

TEST_P(hashed_values, keep_the_sign_of_the_first_zero) {
  EXPECT_TRUE(std::signbit(values(unique(repeated<double>({-0.0, 0.0, 4})))[0]));
  EXPECT_FALSE(std::signbit(values(unique(repeated<double>({0.0, -0.0, 4})))[0]));
  EXPECT_EQ(unique(repeated<double>({0.0, -0.0, 4})).size(), 2U);
}

INSTANTIATE_TEST_SUITE_P(each, hashed_values, ::testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

TEST(distinct_keys, every_kernel_compiles) {
  GPU_REQUIRE_NVRTC();
  for (int number = 0; number < dtype_count; ++number) {
    const auto type = static_cast<dtype>(number);
    if (traits(type).kind == dtype_kind::complex) continue;
    const program code = distinct_keys_program(type);
    EXPECT_NO_THROW((void)load_image(code, {9, 0})) << code.source;
  }
}

TEST(key_table, spreads_keys) {
  constexpr int bits = 10;
  for (const std::uint64_t step : {1ULL, 2ULL, 1000ULL, 1ULL << 20, 1ULL << 54, (1ULL << 32) - 1}) {
    std::map<unsigned, int> keys_of_slot;
    for (std::uint64_t i = 0; i < 512; ++i) ++keys_of_slot[kernels::first_slot(i * step, bits)];
    EXPECT_GT(keys_of_slot.size(), 350U) << step;  // of 403 expected
    for (const auto& [slot, keys] : keys_of_slot) {
      EXPECT_LT(slot, 1U << bits);
      EXPECT_LE(keys, 8) << step;
    }
  }
}

}  // namespace
}  // namespace gpu::detail
