// SPDX-License-Identifier: BSD-3-Clause
// Ops without a reduction of their own, from the first element to the last.
#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu::test {
namespace {

class ordered_fold : public on_device {};

/// Of (outer, extent, inner): the elements along the middle axis, each after those before it.
template <class T, class Op>
std::vector<T> folded(const std::vector<T>& all, const shape& extents, Op op) {
  std::vector<T> result;
  for (std::ptrdiff_t i = 0; i < extents[0]; ++i)
    for (std::ptrdiff_t k = 0; k < extents[2]; ++k) {
      const auto at = [&](std::ptrdiff_t j) {
        return all[static_cast<std::size_t>((i * extents[1] + j) * extents[2] + k)];
      };
      T value = at(0);
      for (std::ptrdiff_t j = 1; j < extents[1]; ++j) value = static_cast<T>(op(value, at(j)));
      result.push_back(value);
    }
  return result;
}

template <class T>
void expect_differences(const shape& extents) {
  const ndarray<T> x =
      gpu::reshape(gpu::remainder(gpu::arange<int>(element_count(extents)) * 7919, 101), extents)
          .template astype<T>();
  const auto difference = [](T a, T b) { return a - b; };
  EXPECT_EQ(values(gpu::subtract.reduce(x, 1)), folded(values(x), extents, difference));
  const ndarray<T> from_nine = gpu::subtract.reduce(x, 1, gpu::initial(T(9)));
  const ndarray<T> with_nine = gpu::concatenate(
      gpu::xtuple(gpu::full({extents[0], std::ptrdiff_t{1}, extents[2]}, T(9)), x), 1);
  shape longer = extents;
  ++longer[1];
  EXPECT_EQ(values(from_nine), folded(values(with_nine), longer, difference));
}

TEST_P(ordered_fold, goes_along_any_axis) {
  for (const shape& extents : {shape{1, 1, 1}, shape{1, 7, 1}, shape{3, 40, 1}, shape{2, 30, 3},
                               shape{1, 20, 700}, shape{5, 2, 513}}) {
    expect_differences<double>(extents);
    expect_differences<float>(extents);
    expect_differences<std::int64_t>(extents);
    expect_differences<std::int8_t>(extents);
  }
}

TEST_P(ordered_fold, of_complex_numbers_and_views) {
  using number = std::complex<double>;
  const ndarray<number> z = gpu::reshape(
      gpu::concatenate(gpu::xtuple(gpu::full({2}, number(1, 2)), gpu::full({2}, number(3, -1)))),
      {2, 2});
  EXPECT_EQ(values(gpu::subtract.reduce(z, 0)), (std::vector<number>{{-2, 3}, {-2, 3}}));
  EXPECT_EQ(values(gpu::subtract.reduce(z, 1)), (std::vector<number>{0, 0}));
  const ndarray<int> x{{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(gpu::subtract.reduce(gpu::transpose(x), 0), (ndarray<int>{-4, -7}));
  EXPECT_EQ(gpu::subtract.reduce(gpu::flip(x, 1), 1, gpu::keepdims), (ndarray<int>{{0}, {-3}}));
}

// On the host alone: on a GPU each sixteen elements are a kernel.
TEST(long_fold, takes_one_element_after_the_other) {
  constexpr std::ptrdiff_t count = 100'000;
  const ndarray<double> x = gpu::sqrt(gpu::arange<double>(count));
  double difference = 0;
  for (std::ptrdiff_t i = 1; i < count; ++i) difference -= x(i);
  EXPECT_EQ(gpu::subtract.reduce(x).item(), difference);
  EXPECT_EQ(gpu::subtract.accumulate(x)(count - 1), difference);
  EXPECT_EQ(gpu::gcd.reduce(gpu::arange<int>(count) * 6).item(), 6);
  EXPECT_EQ(gpu::gcd.reduce(gpu::reshape(gpu::arange<int>(count) * 6, {10, 100, 100}), {0, 2})(7),
            6);
}

INSTANTIATE_TEST_SUITE_P(each, ordered_fold, testing::ValuesIn(cpu_and_gpu()), device_name);

}  // namespace
}  // namespace gpu::test
