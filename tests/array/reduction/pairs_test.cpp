// SPDX-License-Identifier: BSD-3-Clause
// Reductions of what is computed for pairs of rows, none of which is in memory: against loops.
#include <gpu/gpu.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "support/device.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;

class reduced_pairs : public gpu::test::on_device {};

/// Small whole numbers, which no dtype rounds.
template <class T>
ndarray<T> numbers(const shape& extents, gpu::device where, int seed) {
  std::ptrdiff_t size = 1;
  for (const std::ptrdiff_t extent : extents) size *= extent;
  const auto count = gpu::arange<std::int64_t>(0, size, 1, where);
  return gpu::reshape(gpu::astype<T>((count * (37 + seed) + gpu::floor_divide(count, 7)) % 11),
                      extents);
}

/// sum over k of f(x[i, k], y[j, k]) by loops, for x and y on any device.
template <class T, class F>
std::vector<double> by_loops(const ndarray<T>& x, const ndarray<T>& y, const F& f) {
  const ndarray<T> a = x.to(gpu::cpu());
  const ndarray<T> b = y.to(gpu::cpu());
  std::vector<double> sums;
  for (std::ptrdiff_t i = 0; i < a.shape(0); ++i)
    for (std::ptrdiff_t j = 0; j < b.shape(0); ++j) {
      double sum = 0;
      for (std::ptrdiff_t k = 0; k < a.shape(1); ++k)
        sum += f(static_cast<double>(T(a(i, k))), static_cast<double>(T(b(j, k))));
      sums.push_back(sum);
    }
  return sums;
}

template <class A>
void expect_values(const A& found, const std::vector<double>& wanted, double tolerance,
                   const std::string& what) {
  const ndarray<typename A::value_type> values =
      gpu::reshape(ndarray<typename A::value_type>(found), {-1}).to(gpu::cpu());
  ASSERT_EQ(values.size(), wanted.size()) << what;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    ASSERT_NEAR(static_cast<double>(typename A::value_type(values(i))), wanted[i],
                tolerance * std::max(1.0, std::abs(wanted[i])))
        << what << ' ' << i;
}

std::string said(std::ptrdiff_t rows, std::ptrdiff_t columns, std::ptrdiff_t length) {
  return std::to_string(rows) + " x " + std::to_string(columns) + " pairs of " +
         std::to_string(length);
}

double square_of_difference(double x, double y) {
  return (x - y) * (x - y);
}

/// @param tolerance  of one rounding of the sums, which 16 bits do not hold
template <class T>
void check_distances(gpu::device where, std::ptrdiff_t rows, std::ptrdiff_t columns,
                     std::ptrdiff_t length, double tolerance = 1e-6) {
  const ndarray<T> x = numbers<T>({rows, length}, where, 1);
  const ndarray<T> y = numbers<T>({columns, length}, where, 2);
  expect_values(gpu::sum(gpu::square(gpu::expand_dims(x, 1) - y), 2),
                by_loops(x, y, square_of_difference), tolerance, said(rows, columns, length));
}

TEST_P(reduced_pairs, of_any_extents_are_those_of_loops) {
  for (const std::ptrdiff_t length : {9, 16, 31, 64, 257})
    for (const auto& [rows, columns] :
         {std::pair{3, 3}, {4, 2}, {8, 4}, {7, 5}, {65, 17}, {2, 129}})
      check_distances<float>(GetParam(), rows, columns, length);
}

TEST_P(reduced_pairs, that_are_few_share_long_rows_among_blocks) {
  check_distances<float>(GetParam(), 3, 4, 20011);
  check_distances<double>(GetParam(), 16, 16, 4096);
  check_distances<std::int64_t>(GetParam(), 1, 5, 65537);
}

TEST_P(reduced_pairs, of_every_dtype_are_those_of_loops) {
  check_distances<std::int8_t>(GetParam(), 20, 33, 40);
  check_distances<std::uint16_t>(GetParam(), 20, 33, 40);
  check_distances<std::int32_t>(GetParam(), 20, 33, 40);
  check_distances<double>(GetParam(), 20, 33, 40);
  check_distances<gpu::float16>(GetParam(), 20, 33, 20, 0x1p-11);
  check_distances<gpu::bfloat16>(GetParam(), 20, 3, 9, 0x1p-8);
}

TEST_P(reduced_pairs, of_complex_numbers_are_sums_of_products) {
  const ndarray<float> real = numbers<float>({12, 30}, GetParam(), 1);
  const ndarray<float> imaginary = numbers<float>({10, 30}, GetParam(), 2);
  const std::complex<float> unit(0, 1);
  const auto products = gpu::expand_dims(real + unit, 1) * (imaginary * unit);
  // (x + i) (y i) = -y + x y i
  const ndarray<std::complex<float>> sums = gpu::sum(products, 2);
  expect_values(gpu::real(sums), by_loops(real, imaginary, [](double, double y) { return -y; }),
                1e-6, "real");
  expect_values(gpu::imag(sums),
                by_loops(real, imaginary, [](double x, double y) { return x * y; }), 1e-6,
                "imaginary");
}

TEST_P(reduced_pairs, by_other_reductions_are_those_of_arrays_in_memory) {
  const ndarray<float> x = numbers<float>({30, 50}, GetParam(), 3);
  const ndarray<float> y = numbers<float>({21, 50}, GetParam(), 5);
  const auto apart = gpu::abs(gpu::expand_dims(x, 1) - y) + 0.5f * y;
  const ndarray<float> in_memory = apart;
  EXPECT_TRUE(gpu::array_equal(gpu::max(apart, 2), gpu::max(in_memory, 2)));
  EXPECT_TRUE(gpu::array_equal(gpu::argmin(apart, 2), gpu::argmin(in_memory, 2)));
  EXPECT_TRUE(gpu::array_equal(gpu::argmax(apart, 2), gpu::argmax(in_memory, 2)));
  EXPECT_TRUE(gpu::array_equal(gpu::any(apart > 12.0f, 2), gpu::any(in_memory > 12.0f, 2)));
  EXPECT_TRUE(gpu::array_equal(gpu::count_nonzero(apart, 2), gpu::count_nonzero(in_memory, 2)));
  EXPECT_TRUE(gpu::allclose(gpu::var(apart, 2), gpu::var(in_memory, 2), 1e-5));
  EXPECT_TRUE(gpu::allclose(gpu::mean(apart, 2), gpu::mean(in_memory, 2), 1e-6));
  EXPECT_TRUE(gpu::allclose(gpu::prod(apart * 0.1f + 0.7f, 2),
                            gpu::prod(in_memory * 0.1f + 0.7f, 2), 1e-4));
}

/// Several reductions of one pass, with what follows from them for each pair and for each row.
TEST_P(reduced_pairs, are_followed_by_what_is_computed_of_their_results) {
  const ndarray<float> x = numbers<float>({40, 24}, GetParam(), 3);
  const ndarray<float> y = numbers<float>({9, 24}, GetParam(), 5);
  const ndarray<float> by_row = gpu::sum(x, 1, gpu::keepdims);
  const ndarray<float> by_column = gpu::sum(y, 1);
  const ndarray<float> by_pair = numbers<float>({40, 9}, GetParam(), 6);
  const auto products = gpu::expand_dims(x, 1) * y;
  const auto follow = [&](const auto& of) {
    return gpu::sqrt(gpu::sum(of, 2) + by_row * by_column) - gpu::max(of, 2) * by_pair;
  };
  const ndarray<float> in_memory = products;
  EXPECT_TRUE(gpu::allclose(follow(products), follow(in_memory), 1e-5, 1e-4));
}

TEST_P(reduced_pairs, read_values_of_rows_and_pairs_for_each_element) {
  const ndarray<float> x = numbers<float>({14, 40}, GetParam(), 3);
  const ndarray<float> y = numbers<float>({9, 40}, GetParam(), 5);
  const auto wide = gpu::expand_dims(x, 1) - y;
  const ndarray<float> of_row = gpu::expand_dims(numbers<float>({14, 1}, GetParam(), 1), 2);
  const ndarray<float> of_column = gpu::expand_dims(numbers<float>({9}, GetParam(), 2), 1);
  const ndarray<float> of_pair = gpu::expand_dims(numbers<float>({14, 9}, GetParam(), 4), 2);
  const ndarray<float> in_memory = wide;
  const auto sums = [&](const auto& of) {
    return gpu::sum(gpu::maximum(of * of_row, of_column) + of * of_pair, 2);
  };
  EXPECT_TRUE(gpu::array_equal(sums(wide), sums(in_memory)));
}

TEST_P(reduced_pairs, of_any_strides_are_those_of_loops) {
  const ndarray<float> columns = numbers<float>({48, 13}, GetParam(), 1);  // transposed
  const ndarray<float> wide = numbers<float>({20, 100}, GetParam(), 2);
  const auto x = gpu::transpose(columns);
  const auto y = gpu::view(wide, gpu::range(19, 2, -2), gpu::range(98, 2, -2));
  const auto sums = gpu::sum(gpu::square(gpu::expand_dims(x, 1) - y), 2);
  expect_values(sums, by_loops(ndarray<float>(x), ndarray<float>(y), square_of_difference), 1e-6,
                "strides");
}

TEST_P(reduced_pairs, in_batches_and_over_several_axes_are_those_of_arrays_in_memory) {
  const ndarray<float> x = numbers<float>({3, 10, 1, 4, 6}, GetParam(), 1);
  const ndarray<float> y = numbers<float>({3, 1, 7, 4, 6}, GetParam(), 2);
  const auto apart = gpu::abs(x - y);
  const ndarray<float> in_memory = apart;
  EXPECT_TRUE(gpu::array_equal(gpu::sum(apart, {3, 4}), gpu::sum(in_memory, {3, 4})));
  EXPECT_TRUE(gpu::array_equal(gpu::sum(apart, 4), gpu::sum(in_memory, 4)));
  EXPECT_TRUE(gpu::array_equal(gpu::sum(apart, {0, 4}), gpu::sum(in_memory, {0, 4})));
  EXPECT_TRUE(gpu::array_equal(gpu::sum(apart, {0, 3, 4}), gpu::sum(in_memory, {0, 3, 4})));
  EXPECT_TRUE(gpu::array_equal(gpu::max(apart, {1, 3}), gpu::max(in_memory, {1, 3})));
}

/// Every row reads the same operand: the densities of kernels around points.
TEST_P(reduced_pairs, of_rows_that_read_one_array_are_those_of_arrays_in_memory) {
  const ndarray<float> at = numbers<float>({300}, GetParam(), 1);
  const ndarray<float> points = numbers<float>({1000}, GetParam(), 2);
  const auto apart = gpu::square(gpu::expand_dims(at, 1) - points);
  const ndarray<float> in_memory = apart;
  EXPECT_TRUE(gpu::array_equal(gpu::sum(apart, 1), gpu::sum(in_memory, 1)));
  EXPECT_TRUE(gpu::array_equal(gpu::argmin(apart, 1), gpu::argmin(in_memory, 1)));
}

/// The centres of clusters: both operands go on along the first axis.
TEST_P(reduced_pairs, of_columns_are_those_of_arrays_in_memory) {
  const ndarray<std::int32_t> nearest = numbers<std::int32_t>({5000}, GetParam(), 1);
  const ndarray<float> points = numbers<float>({5000, 6}, GetParam(), 2);
  const auto is_member =
      gpu::equal(gpu::expand_dims(nearest, 1), gpu::arange<std::int32_t>(0, 11, 1, GetParam()));
  const auto of_members =
      gpu::where(gpu::expand_dims(is_member, 2), gpu::expand_dims(points, 1), 0.0f);
  const ndarray<float> in_memory = of_members;
  EXPECT_TRUE(gpu::array_equal(gpu::sum(of_members, 0), gpu::sum(in_memory, 0)));
  const ndarray<float> weights = gpu::astype<float>(is_member);
  const auto products = gpu::expand_dims(weights, 2) * gpu::expand_dims(points, 1);
  EXPECT_TRUE(gpu::array_equal(gpu::sum(products, 0), gpu::sum(in_memory, 0)));
}

TEST_P(reduced_pairs, of_no_elements_and_of_no_pairs) {
  const ndarray<float> none(shape{4, 0}, GetParam());
  const ndarray<float> others(shape{5, 0}, GetParam());
  const ndarray<float> zeros = gpu::sum(gpu::expand_dims(none, 1) - others, 2);
  EXPECT_TRUE(gpu::array_equal(zeros, gpu::zeros<float>({4, 5}, GetParam())));
  const ndarray<float> no_rows(shape{0, 20}, GetParam());
  const ndarray<float> rows = numbers<float>({5, 20}, GetParam(), 1);
  EXPECT_EQ(ndarray<float>(gpu::sum(gpu::expand_dims(no_rows, 1) - rows, 2)).shape(),
            (shape{0, 5}));
}

TEST_P(reduced_pairs, are_one_launch_on_a_gpu) {
  if (GetParam().is_cpu()) GTEST_SKIP() << "nothing is launched";
  const ndarray<float> x = numbers<float>({500, 32}, GetParam(), 1);
  const auto distances = gpu::sqrt(gpu::sum(gpu::square(gpu::expand_dims(x, 1) - x), 2));
  const std::string said = gpu::explain(distances);
  EXPECT_NE(said.find("1 kernel"), std::string::npos) << said;
  EXPECT_NE(said.find("reduce_pairs"), std::string::npos) << said;
}

INSTANTIATE_TEST_SUITE_P(, reduced_pairs, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
