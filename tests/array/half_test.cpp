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

}  // namespace
