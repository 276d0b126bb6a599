// SPDX-License-Identifier: BSD-3-Clause
// Expressions of many operations: their kernels loop over the elements of an access.
#include <gpu/gpu.hpp>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

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

/// Values that are each computed from some of the last ones: step by step, and all at once.
class steps_of_a_program {
 public:
  explicit steps_of_a_program(unsigned seed) : random_(seed) {
    for (int i = 0; i < 4; ++i) {
      arrays_.emplace_back(arange<std::int32_t>(6 * 7) * (2 * i + 1) - 5);
      arrays_.back().reshape({6, 7});
      values_.emplace_back(arrays_.back() + 0);
    }
  }

  void add_step() {
    const std::size_t a = draw(), b = draw();
    switch (random_() % 12) {
      case 0:
        return add([](const auto& x, const auto&) { return flip(x); }, a, b);
      case 1:
        return add([](const auto& x, const auto& y) { return x + view(y, range(0, 1)); }, a, b);
      case 2:
        return add([](const auto& x,
                      const auto& y) { return x - astype<std::int32_t>(max(y, 1, keepdims)); },
                   a, b);
      case 3:
        return add([](const auto& x, const auto& y) { return where(x < y, y, x + 1); }, a, b);
      case 4:
      case 5:
        return add([](const auto& x, const auto& y) { return x * y; }, a, b);
      default:
        return add([](const auto& x, const auto& y) { return x * 3 - y; }, a, b);
    }
  }

  /// Compares the last values, fused together and each by itself.
  void expect_equal() const {
    const std::size_t last = values_.size() - 1;
    const auto [x, y, z] = fuse(values_[last], values_[last - 1], values_[last - 2]);
    EXPECT_EQ(values(x), values(arrays_[last]));
    EXPECT_EQ(values(y), values(arrays_[last - 1]));
    EXPECT_EQ(values(z), values(arrays_[last - 2]));
    EXPECT_EQ(values(values_[last - 3]), values(arrays_[last - 3]));
  }

 private:
  std::size_t draw() { return values_.size() - 1 - random_() % 4; }

  template <class Function>
  void add(const Function& f, std::size_t a, std::size_t b) {
    arrays_.emplace_back(f(arrays_[a], arrays_[b]));
    values_.emplace_back(f(values_[a], values_[b]));
  }

  std::mt19937 random_;
  std::vector<ndarray<std::int32_t>> arrays_;
  std::vector<expression<std::int32_t>> values_;
};

TEST_P(long_expression, of_more_operations_than_a_kernel_has_equals_its_single_steps) {
  const int rounds = GetParam().is_cpu() ? 40 : 2;  // a GPU's kernels are compiled
  for (int round = 0; round < rounds; ++round) {
    const unsigned seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    steps_of_a_program program(seed);
    for (int i = 0; i < 150; ++i) program.add_step();
    program.expect_equal();
  }
}

TEST_P(long_expression, of_the_steps_of_a_loop_equals_them) {
  const ndarray<float> shift = arange<float>(100) * 0.01f - 1.5f;
  expression<float> x = shift * 0.0f;
  expression<std::int32_t> count = astype<std::int32_t>(x);
  ndarray<float> stepped = x;
  ndarray<std::int32_t> counted = count;
  for (int i = 0; i < 200; ++i) {
    const expression<bool> within = abs(x) < 2.0f;
    x = where(within, x * x + shift, x);
    count = count + astype<std::int32_t>(within);
    const ndarray<bool> was_within = abs(stepped) < 2.0f;
    stepped = where(was_within, stepped * stepped + shift, stepped);
    counted += astype<std::int32_t>(was_within);
  }
  EXPECT_EQ(values(ndarray<std::int32_t>(count)), values(counted));
  EXPECT_EQ(values(ndarray<float>(x)), values(stepped));
}

INSTANTIATE_TEST_SUITE_P(devices, long_expression, testing::ValuesIn(cpu_and_gpu()), device_name);

}  // namespace
}  // namespace gpu::test
