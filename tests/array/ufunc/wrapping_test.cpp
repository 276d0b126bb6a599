// SPDX-License-Identifier: BSD-3-Clause
// Integers that wrap around in the same kernel in which they are compared, widened and counted.
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"

namespace {

class wrapping : public gpu::test::on_device {};

INSTANTIATE_TEST_SUITE_P(devices, wrapping, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

constexpr std::ptrdiff_t count = 67;

/// The number whose negative it is itself, in every lane of a vector; and two others.
template <class T>
std::vector<T> numbers() {
  const T middle = std::signed_integral<T> ? std::numeric_limits<T>::min()
                                           : static_cast<T>(T(1) << (8 * sizeof(T) - 1));
  std::vector<T> values(count, middle);
  values[5] = 3;
  values[6] = 0;
  return values;
}

template <class T>
void check_wrapped() {
  const std::vector<T> from = numbers<T>();
  const auto x = gpu::from_host<T>(from.data(), {count});
  const T middle = from[0];
  EXPECT_EQ(gpu::count_nonzero(x + x).item(), 1);
  EXPECT_EQ(gpu::any(gpu::equal(x + x, T(0))).item(), true);
  const gpu::ndarray<bool> is_true = gpu::logical_not(x + x);
  const gpu::ndarray<bool> is_same = gpu::equal(-x, x);
  const gpu::ndarray<bool> is_less = gpu::less(-x, T(2));
  const gpu::ndarray<std::int64_t> wide = gpu::astype<std::int64_t>(-x);
  const gpu::ndarray<std::int64_t> divided =
      gpu::astype<std::int64_t>(gpu::floor_divide(x, static_cast<T>(-1)));
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const T value = from[static_cast<std::size_t>(i)];
    const T negative = static_cast<T>(0u - static_cast<unsigned>(value));
    EXPECT_EQ(is_true(i), value != 3) << i;
    EXPECT_EQ(is_same(i), value != 3) << i;
    EXPECT_EQ(is_less(i), negative < T(2)) << i;
    EXPECT_EQ(wide(i), std::int64_t{negative}) << i;
    if (std::signed_integral<T> || value != middle) continue;
    EXPECT_EQ(divided(i), 0) << i;
  }
  if (!std::signed_integral<T>) return;
  EXPECT_EQ(divided(0), std::int64_t{middle});
  EXPECT_EQ(divided(5), -3);
}

TEST_P(wrapping, is_seen_by_what_follows) {
  check_wrapped<std::int8_t>();
  check_wrapped<std::uint8_t>();
  check_wrapped<std::int16_t>();
  check_wrapped<std::uint16_t>();
  check_wrapped<std::int32_t>();
}

}  // namespace
