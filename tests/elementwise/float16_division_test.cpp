// SPDX-License-Identifier: BSD-3-Clause
// Quotients of all pairs of halves, which a device computes without IEEE division, against quotients
// in float32, rounded.
#include <cstdint>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"

namespace gpu::test {
namespace {

class float16_division : public on_device {};

INSTANTIATE_TEST_SUITE_P(, float16_division, testing::ValuesIn(cpu_and_gpu()), device_name);

/// Halves of which each has the bits `step` above the one before.
ndarray<float16> halves(std::int64_t step) {
  const ndarray<std::uint16_t> bits = astype<std::uint16_t>(arange<std::int64_t>(0, 65536, step));
  return bits.view<float16>();
}

TEST_P(float16_division, rounds_once) {
  // On the host it is float32 rounded, too.
  const ndarray<float16> y = halves(current_device().is_gpu() ? 1 : 509);
  const auto x = reshape_view(halves(1), {65536, 1});
  const auto quotient = x / y;
  const auto expected = astype<float16>(astype<float>(x) / astype<float>(y));
  const auto differ =
      not_equal(quotient, expected) || not_equal(signbit(quotient), signbit(expected));
  const auto both_nan = isnan(quotient) && isnan(expected);
  const ndarray<std::int64_t> wrong = count_nonzero(differ && !both_nan);
  EXPECT_EQ(wrong(), 0);
}

}  // namespace
}  // namespace gpu::test
