// SPDX-License-Identifier: BSD-3-Clause
// Bits of float16 and bfloat16 that were rounded in the same kernel, in every lane of a vector.
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"

namespace {

class half : public gpu::test::on_device {};

INSTANTIATE_TEST_SUITE_P(devices, half, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

constexpr std::ptrdiff_t count = 67;

/// Exact in both formats, of both signs and neighbouring lanes of any pair of signs.
template <class From>
std::vector<From> numbers() {
  std::vector<From> values;
  for (int i = 0; i < count; ++i) values.push_back(static_cast<From>((i * 37) % 121 - 60));
  return values;
}

template <class T, class From, class Expression, class Expected>
void expect_each(const char* what, const Expression& value, Expected expected) {
  const std::vector<From> from = numbers<From>();
  const gpu::ndarray<T> result = value;
  std::size_t i = 0;
  for (const T x : result) {
    const float wanted = expected(static_cast<float>(from[i]));
    EXPECT_EQ(static_cast<float>(x), wanted) << what << ' ' << i;
    EXPECT_EQ(std::signbit(static_cast<float>(x)), std::signbit(wanted)) << what << ' ' << i;
    ++i;
  }
}

template <class T, class From>
void check_bits_of_rounded() {
  const std::vector<From> from = numbers<From>();
  const auto x = gpu::from_host<From>(from.data(), {count});
  const auto rounded = gpu::astype<T>(x);
  expect_each<T, From>("absolute", gpu::absolute(rounded), [](float v) { return std::abs(v); });
  expect_each<T, From>("fabs", gpu::fabs(rounded), [](float v) { return std::abs(v); });
  expect_each<T, From>("negative", -rounded, [](float v) { return -v; });
  expect_each<T, From>("copysign", gpu::copysign(gpu::fabs(rounded), -rounded),
                       [](float v) { return std::copysign(v, -v); });
  expect_each<T, From>("sum", gpu::fabs(rounded + rounded),
                       [](float v) { return std::abs(2 * v); });
}

TEST_P(half, signs_of_what_was_just_rounded_are_changed_in_every_lane) {
  check_bits_of_rounded<gpu::float16, std::int8_t>();
  check_bits_of_rounded<gpu::float16, float>();
  check_bits_of_rounded<gpu::bfloat16, std::int8_t>();
  check_bits_of_rounded<gpu::bfloat16, float>();
}

/// Whether `value` has the bits of `wanted`; any nan stands for any other.
template <class Value, class Wanted>
bool is_everywhere(const Value& value, const Wanted& wanted) {
  const auto same =
      gpu::equal(value, wanted) & gpu::equal(gpu::signbit(value), gpu::signbit(wanted));
  const gpu::ndarray<bool> all = gpu::all(same | (gpu::isnan(value) & gpu::isnan(wanted)));
  return all.item();
}

template <class T>
void check_pairs(std::ptrdiff_t step) {
  constexpr std::ptrdiff_t patterns = 1 << 16;
  std::vector<T> bits;
  for (std::ptrdiff_t i = 0; i < patterns; ++i)
    bits.push_back(T::from_bits(static_cast<unsigned short>(i)));
  const auto y = gpu::from_host<T>(bits.data(), {patterns});
  constexpr std::ptrdiff_t rows = 64;
  for (std::ptrdiff_t first = 0; first < patterns; first += step * rows) {
    const auto x = gpu::from_host<T>(bits.data() + first, {rows, 1});
    const auto wide_x = gpu::astype<float>(x);
    const auto wide_y = gpu::astype<float>(y);
    EXPECT_TRUE(is_everywhere(x + y, gpu::astype<T>(wide_x + wide_y))) << first;
    EXPECT_TRUE(is_everywhere(x - y, gpu::astype<T>(wide_x - wide_y))) << first;
    EXPECT_TRUE(is_everywhere(x * y, gpu::astype<T>(wide_x * wide_y))) << first;
  }
}

TEST_P(half, arithmetic_of_every_pair_is_that_of_float32_rounded_once) {
  const std::ptrdiff_t step = GetParam() == gpu::cpu() ? 512 : 1;
  check_pairs<gpu::float16>(step);
  check_pairs<gpu::bfloat16>(step);
}

}  // namespace
