// SPDX-License-Identifier: BSD-3-Clause
// Reductions of few elements within other kernels, against the same functions one by one.
#include <gpu/gpu.hpp>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include <gtest/gtest.h>

#include "support/device.hpp"

namespace {

using gpu::ndarray;

class few_elements : public gpu::test::on_device {};

template <class E>
auto computed(const E& value) {
  return ndarray<typename E::value_type>(value);
}

/// The sum over the others of what `reduce` makes of the last axis, in one expression and in two.
template <class A, class Reduce>
void expect_equal(const A& x, const Reduce& reduce, double tolerance, const std::string& what) {
  const auto rows = reduce(x * typename A::value_type(1));
  const auto in_steps = computed(rows);
  const auto apart = computed(gpu::sum(in_steps, 0));
  const auto at_once = computed(gpu::sum(reduce(x * typename A::value_type(1)), 0));
  ASSERT_EQ(apart.shape(), at_once.shape()) << what;
  EXPECT_TRUE(gpu::allclose(at_once, apart, tolerance, 0.0, true)) << what;
}

template <class T>
void check_reductions(gpu::device where, double tolerance) {
  for (const std::ptrdiff_t few : {1, 2, 3, 4, 5, 7, 8, 9}) {
    const std::ptrdiff_t size = 60 * 5 * few;
    const auto numbers = gpu::reshape(gpu::arange<std::int32_t>(size, where), {60, 5, few});
    const ndarray<T> x = gpu::astype<T>(numbers % 23 + 1);
    const std::string of = "of " + std::to_string(few);
    expect_equal(
        x, [](const auto& a) { return gpu::sum(a, -1); }, tolerance, "sum " + of);
    expect_equal(
        x, [](const auto& a) { return gpu::mean(a, -1); }, tolerance, "mean " + of);
    if constexpr (!std::is_same_v<T, std::complex<float>>) {
      expect_equal(
          x, [](const auto& a) { return gpu::max(a, -1); }, 0, "max " + of);
      expect_equal(
          x, [](const auto& a) { return gpu::min(a, -1); }, 0, "min " + of);
      expect_equal(
          x, [](const auto& a) { return gpu::any(a > T(20), -1); }, 0, "any " + of);
      expect_equal(
          x, [](const auto& a) { return gpu::all(a > T(3), -1); }, 0, "all " + of);
      expect_equal(
          x, [](const auto& a) { return gpu::count_nonzero(a > T(9), -1); }, 0,
          "count_nonzero " + of);
      expect_equal(
          x, [](const auto& a) { return gpu::argmax(a, -1); }, 0, "argmax " + of);
    }
    expect_equal(
        x, [](const auto& a) { return gpu::var(a, -1); }, tolerance, "var " + of);
  }
}

TEST_P(few_elements, of_each_reduction_are_reduced_as_by_a_kernel) {
  check_reductions<float>(GetParam(), 1e-5);
  check_reductions<double>(GetParam(), 1e-13);
  check_reductions<std::int8_t>(GetParam(), 1e-12);
  check_reductions<std::uint32_t>(GetParam(), 1e-12);
  check_reductions<gpu::float16>(GetParam(), 1e-2);
  check_reductions<std::complex<float>>(GetParam(), 1e-5);
}

TEST_P(few_elements, that_are_nan_show_in_the_result) {
  ndarray<float> x = gpu::ones<float>({50, 4, 3}, GetParam());
  x(7, 2, 1) = std::numeric_limits<float>::quiet_NaN();
  const ndarray<float> largest = gpu::sum(gpu::max(x * 2.0f, -1), 0);
  EXPECT_EQ(float(largest(1)), 100);
  EXPECT_TRUE(std::isnan(float(largest(2))));
}

/// Points that attract each other: squared distances of three coordinates, needed for each.
TEST_P(few_elements, of_points_are_their_coordinates) {
  const ndarray<double> points =
      gpu::sin(gpu::reshape(gpu::arange<double>(90, GetParam()) * 1.7, {30, 3}));
  const auto offset = gpu::expand_dims(points, 0) - gpu::expand_dims(points, 1);
  const auto squared = gpu::sum(gpu::square(offset), -1, gpu::keepdims) + 0.01;
  const ndarray<double> forces = gpu::sum(offset / (squared * gpu::sqrt(squared)), 1);
  for (int i = 0; i < 30; i += 7)
    for (int k = 0; k < 3; ++k) {
      double expected = 0;
      for (int j = 0; j < 30; ++j) {
        double distance = 0.01;
        for (int axis = 0; axis < 3; ++axis)
          distance += std::pow(double(points(j, axis)) - double(points(i, axis)), 2);
        expected += (double(points(j, k)) - double(points(i, k))) / std::pow(distance, 1.5);
      }
      EXPECT_NEAR(double(forces(i, k)), expected, 1e-9 * std::abs(expected) + 1e-9)
          << i << ' ' << k;
    }
}

INSTANTIATE_TEST_SUITE_P(, few_elements, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
