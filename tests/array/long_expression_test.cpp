// SPDX-License-Identifier: BSD-3-Clause
// Expressions of many operations: their kernels loop over the elements of an access.
#include <gpu/gpu.hpp>

#include <gtest/gtest.h>

#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu::test {
namespace {

class long_expression : public on_device {};

/// Twelve operations that are exact in every dtype here, so that both devices agree bit for bit.
template <class T>
void compare_with_single_steps(std::ptrdiff_t size) {
  const ndarray<T> x = astype<T>(arange<std::int32_t>(size) % 13);
  const ndarray<T> y = astype<T>(arange<std::int32_t>(size) % 7);
  const auto three = [&](const auto& a, const auto& b) {
    return maximum(a + b, b) - minimum(a, b) + a;
  };
  const ndarray<T> fused = three(three(x, y), three(y, x));
  const ndarray<T> left = three(x, y);
  const ndarray<T> right = three(y, x);
  ndarray<T> steps = left + right;
  steps = maximum(steps, right);
  const ndarray<T> least = minimum(left, right);
  steps = steps - least;
  steps = steps + left;
  EXPECT_EQ(values(fused), values(steps)) << size;
}

TEST_P(long_expression, equals_its_single_steps_bit_for_bit) {
  for (const std::ptrdiff_t size : {1, 15, 16, 17, 1000, 4099}) {
    compare_with_single_steps<std::int8_t>(size);
    compare_with_single_steps<std::int32_t>(size);
    compare_with_single_steps<std::uint64_t>(size);
    compare_with_single_steps<float16>(size);
    compare_with_single_steps<bfloat16>(size);
    compare_with_single_steps<float>(size);
    compare_with_single_steps<double>(size);
  }
}

TEST_P(long_expression, of_transposed_broadcast_and_shifted_operands_equals_its_single_steps) {
  const ndarray<float> m = reshape(arange<float>(40 * 40), {40, 40});
  const ndarray<float> row = arange<float>(40);
  const auto t = transpose(m);
  const ndarray<float> fused = ((t + m) * row - t) * 2.0f + (m - row) * (t - 1.0f) - m + t;
  const ndarray<float> sum = t + m;
  ndarray<float> steps = sum * row;
  steps = steps - t;
  steps = steps * 2.0f;
  const ndarray<float> low = m - row;
  const ndarray<float> side = t - 1.0f;
  const ndarray<float> product = low * side;
  steps = steps + product;
  steps = steps - m;
  steps = steps + t;
  EXPECT_EQ(values(fused), values(steps));
}

INSTANTIATE_TEST_SUITE_P(devices, long_expression, testing::ValuesIn(cpu_and_gpu()), device_name);

}  // namespace
}  // namespace gpu::test
