// SPDX-License-Identifier: BSD-3-Clause
// Integers that are drawn at once are those that NumPy draws one after the other.
#include "random/drawn_integers.hpp"

#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/ndarray.hpp>
#include <gpu/core/text_of.hpp>

#include "random/integer_stream.hpp"
#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu::random {
namespace {

using detail::interval;

struct drawn_integers : test::on_device {
  template <class T>
  static void expect_same(const interval& of, std::ptrdiff_t count, int drawn_before,
                          int words_before = 0) {
    philox bits(count + drawn_before);
    for (int i = 0; i < drawn_before; ++i) static_cast<void>(bits.next32());
    for (int i = 0; i < words_before; ++i) static_cast<void>(bits.next64());
    philox one_after_the_other = bits;
    detail::integer_stream<T> next(one_after_the_other);
    std::vector<T> wanted;
    for (std::ptrdiff_t i = 0; i < count; ++i) wanted.push_back(static_cast<T>(next(of)));
    const ndarray<T> drawn = gpu::detail::array_of_leaf<T>(
        detail::drawn_integers(bits, dtype_of<T>, of, {count}, GetParam()));
    EXPECT_TRUE(test::values(drawn) == wanted)
        << dtype_of<T> << ", " << of.range << " of " << count << " after " << drawn_before;
    EXPECT_EQ(bits.state(), one_after_the_other.state())
        << dtype_of<T> << ", " << of.range << " of " << count << " after " << drawn_before;
  }

  /// Ranges of powers of two, of few values, and those of which nearly half are dropped.
  template <class T>
  static void expect_same_of() {
    constexpr std::uint64_t most = sizeof(T) < 4
                                       ? std::numeric_limits<std::make_unsigned_t<T>>::max()
                                       : std::numeric_limits<std::uint32_t>::max();
    const auto least = static_cast<std::uint64_t>(std::numeric_limits<T>::min());
    for (const std::uint64_t range : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{5},
                                      std::uint64_t{99}, most / 2, most / 2 + 1, most - 1, most})
      for (const std::ptrdiff_t count : {1, 2, 3, 4, 5, 100, 4099})
        for (const int drawn_before : {0, 1, 5, 8})
          expect_same<T>({range == most ? least : 3, range}, count, drawn_before);
  }
};

TEST_P(drawn_integers, are_those_of_numpys_loop) {
  expect_same_of<std::int8_t>();
  expect_same_of<std::uint8_t>();
  expect_same_of<std::int16_t>();
  expect_same_of<std::uint16_t>();
  expect_same_of<std::int32_t>();
  expect_same_of<std::uint32_t>();
  expect_same_of<std::int64_t>();
  expect_same_of<std::uint64_t>();
  for (const std::ptrdiff_t count : {1, 31, 32, 33, 1000})
    for (const int drawn_before : {0, 1, 2}) expect_same<bool>({0, 1}, count, drawn_before);
}

TEST_P(drawn_integers, begin_with_the_half_that_is_pending) {
  for (int words = 1; words < 6; ++words)
    for (const std::ptrdiff_t count : {1, 7, 100}) {
      expect_same<std::int32_t>({3, 99}, count, 1, words);
      expect_same<std::uint8_t>({3, 99}, count, 1, words);
    }
}

TEST_P(drawn_integers, may_be_many) {
  expect_same<std::int64_t>({0, 999}, 3'000'000, 1);
  expect_same<std::int32_t>({static_cast<std::uint64_t>(-5), 2'999'999}, 1'000'001, 2);
  expect_same<std::uint8_t>({0, 199}, 1'000'003, 0);
}

TEST(drawn_integers, are_at_most_of_32_bits) {
  EXPECT_TRUE(detail::are_drawn_at_once(dtype::int64, {0, 0xffffffff}));
  EXPECT_FALSE(detail::are_drawn_at_once(dtype::int64, {0, 0x100000000}));
  EXPECT_FALSE(detail::are_drawn_at_once(dtype::int8, {7, 0}));
  EXPECT_FALSE(detail::are_drawn_at_once(dtype::float32, {0, 7}));
  EXPECT_TRUE(detail::drops_none(dtype::uint8, {0, 63}));
  EXPECT_FALSE(detail::drops_none(dtype::uint8, {0, 64}));
}

INSTANTIATE_TEST_SUITE_P(devices, drawn_integers, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu::random
