// SPDX-License-Identifier: BSD-3-Clause
// Reductions of few elements within other kernels, against the same functions one by one.
#include <gpu/gpu.hpp>

#include <algorithm>
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

/// The sum over the others of what `reduce` makes of the last axis, in one expression, and of
/// results that were computed from elements in memory of an extent that is reduced in rows.
template <class A, class Reduce>
void expect_equal(const A& x, const Reduce& reduce, double tolerance, const std::string& what) {
  const auto apart = computed(gpu::sum(computed(reduce(x)), 0));
  const auto at_once = computed(gpu::sum(reduce(x), 0));
  ASSERT_EQ(apart.shape(), at_once.shape()) << what;
  EXPECT_TRUE(gpu::allclose(at_once, apart, tolerance, 0.0, true)) << what;
}

template <class T>
void check_reductions(gpu::device where, std::ptrdiff_t few, double tolerance) {
  const auto numbers = gpu::reshape(gpu::arange<std::int32_t>(300 * few, where), {60, 5, few});
  const ndarray<T> x = gpu::astype<T>(numbers % 23 + 1);
  const std::string of = "of " + std::to_string(few);
  expect_equal(
      x, [](const auto& a) { return gpu::sum(a, -1); }, tolerance, "sum " + of);
  expect_equal(
      x, [](const auto& a) { return gpu::var(a, -1); }, tolerance, "var " + of);
  if constexpr (!std::is_same_v<T, std::complex<float>>) {
    expect_equal(
        x, [](const auto& a) { return gpu::max(a, -1); }, 0, "max " + of);
    expect_equal(
        x, [](const auto& a) { return gpu::any(a > T(20), -1); }, 0, "any " + of);
    expect_equal(
        x, [](const auto& a) { return gpu::argmax(a, -1); }, 0, "argmax " + of);
  }
}

/// Each number of elements of one type, and a few of each type: each is a kernel of its own.
TEST_P(few_elements, of_each_reduction_are_reduced_as_by_a_kernel) {
  for (const std::ptrdiff_t few : {1, 2, 3, 5, 7, 8, 9})
    check_reductions<float>(GetParam(), few, 1e-5);
  check_reductions<double>(GetParam(), 3, 1e-13);
  check_reductions<std::int8_t>(GetParam(), 5, 1e-12);
  check_reductions<std::uint32_t>(GetParam(), 2, 1e-12);
  check_reductions<std::complex<float>>(GetParam(), 3, 1e-5);
}

/// Integers whose sums float16 holds.
TEST_P(few_elements, of_float16_are_summed_without_rounding) {
  const auto numbers = gpu::reshape(gpu::arange<std::int32_t>(90, GetParam()), {6, 5, 3});
  const ndarray<gpu::float16> x = gpu::astype<gpu::float16>(numbers % 7);
  const ndarray<gpu::float16> all = gpu::sum(gpu::sum(x, -1), 0);
  for (int j = 0; j < 5; ++j) {
    int expected = 0;
    for (int i = 0; i < 6; ++i)
      for (int k = 0; k < 3; ++k) expected += (i * 15 + j * 3 + k) % 7;
    EXPECT_EQ(float(all(j)), expected) << j;
  }
}

/// Windows of one axis and of two against loops.
TEST_P(few_elements, of_windows_are_those_of_loops) {
  const auto value = [](int i) { return (i * 37 + i * i * 11) % 101; };
  ndarray<double> series(gpu::shape{200}, GetParam());
  for (int i = 0; i < 200; ++i) series(i) = value(i);
  for (const int size : {1, 2, 3, 16, 17, 25, 32, 33}) {
    const auto windows = gpu::sliding_window_view(series, size);
    const ndarray<double> means = gpu::mean(windows, 1);
    const ndarray<double> largest = gpu::max(windows, 1) - gpu::min(windows, 1);
    const ndarray<double> deviations = gpu::std(windows, 1);
    const double all = double(gpu::sum(gpu::max(windows, 1)));
    ASSERT_EQ(means.size(), 201 - size);
    double sum_of_largest = 0;
    for (int i = 0; i + size <= 200; ++i) {
      int sum = 0, high = value(i), low = value(i);
      for (int k = i; k < i + size; ++k) {
        sum += value(k);
        high = std::max(high, value(k));
        low = std::min(low, value(k));
      }
      double squares = 0;
      for (int k = i; k < i + size; ++k) squares += std::pow(value(k) - double(sum) / size, 2);
      sum_of_largest += high;
      EXPECT_NEAR(double(means(i)), double(sum) / size, 1e-12) << size << ' ' << i;
      EXPECT_EQ(double(largest(i)), high - low) << size << ' ' << i;
      EXPECT_NEAR(double(deviations(i)), std::sqrt(squares / size), 1e-10) << size << ' ' << i;
    }
    EXPECT_EQ(all, sum_of_largest) << size;
  }
}

TEST_P(few_elements, of_windows_of_an_image_are_those_of_loops) {
  const auto value = [](int i, int j) { return (i * 31 + j * 17 + i * j) % 53; };
  ndarray<float> image(gpu::shape{20, 30}, GetParam());
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 30; ++j) image(i, j) = static_cast<float>(value(i, j));
  const auto windows = gpu::sliding_window_view(image, {3, 5}, {0, 1});
  const ndarray<float> sums = gpu::sum(windows, {2, 3});
  const ndarray<std::int64_t> bright = gpu::count_nonzero(windows > 25.0f, {2, 3});
  ASSERT_EQ(sums.shape(), (gpu::shape{18, 26}));
  for (int i = 0; i < 18; ++i)
    for (int j = 0; j < 26; ++j) {
      int sum = 0, count = 0;
      for (int k = 0; k < 15; ++k) {
        sum += value(i + k / 5, j + k % 5);
        count += value(i + k / 5, j + k % 5) > 25;
      }
      EXPECT_EQ(float(sums(i, j)), sum) << i << ' ' << j;
      EXPECT_EQ(std::int64_t(bright(i, j)), count) << i << ' ' << j;
    }
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
