// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/norm.hpp>

#include <complex>
#include <type_traits>

#include <gtest/gtest.h>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/explain.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/array/ufunc/standard_functions.hpp>
#include <gpu/core/error.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::linalg::inf;
using gpu::linalg::matrix_norm;
using gpu::linalg::norm;
using gpu::linalg::vector_norm;
using gpu::test::values;

class linalg_norm : public gpu::test::on_device {
 protected:
  static ndarray<double> six() { return {{0, 1, 2}, {3, 4, 5}}; }
};

TEST_P(linalg_norm, is_what_norm_means_where_both_it_and_functions_of_numbers_are_visible) {
  const ndarray<double> x = {3, 4};
  EXPECT_EQ(norm(x).item(), 5);
  EXPECT_EQ(norm(x, 1).item(), 7);
}

TEST_P(linalg_norm, keeps_axes_where_none_is_named) {
  EXPECT_EQ(norm(six(), "fro", gpu::keepdims).shape(), (gpu::shape{1, 1}));
  EXPECT_EQ(values(norm(six(), 1, gpu::keepdims)), std::vector{7.0});
  EXPECT_EQ(norm(six(), 1, {1}).shape(), gpu::shape{2});
}

TEST_P(linalg_norm, keeps_axes_by_the_place_of_keepdims) {
  EXPECT_EQ(norm(six(), 2, -1, true).shape(), (gpu::shape{2, 1}));
  EXPECT_EQ(values(norm(six(), 2, -1, true)), values(norm(six(), 2, -1)));
  EXPECT_EQ(norm(six(), 2, -1, false).shape(), gpu::shape{2});
  EXPECT_EQ(norm(six(), std::nullopt, std::nullopt, true).shape(), (gpu::shape{1, 1}));
}

TEST_P(linalg_norm, of_empty_matrices_is_0) {
  for (const gpu::shape& extents : {gpu::shape{0, 3}, gpu::shape{3, 0}, gpu::shape{0, 0}})
    for (const double order : {1.0, inf})
      EXPECT_EQ(matrix_norm(gpu::zeros<double>(extents), order).item(), 0);
}

TEST_P(linalg_norm, of_vectors) {
  const ndarray<double> x = six();
  EXPECT_TRUE(gpu::allclose(norm(x), 7.416198487095663));
  EXPECT_TRUE(gpu::allclose(norm(x, 3, 1), ndarray<double>{2.080083823051904, 6}));
  EXPECT_EQ(norm(x, 0, 1), (ndarray<double>{2, 3}));
  EXPECT_EQ(norm(x, 1, 1), (ndarray<double>{3, 12}));
  EXPECT_EQ(norm(x, inf, 0), (ndarray<double>{3, 4, 5}));
  EXPECT_EQ(norm(x, -inf, {1}, gpu::keepdims), (ndarray<double>{{0}, {3}}));
  EXPECT_EQ(norm(gpu::zeros<double>({0}), inf).item(), 0);
}

TEST_P(linalg_norm, of_matrices) {
  const ndarray<double> x = six();
  EXPECT_EQ(norm(x, 1).item(), 7);
  EXPECT_EQ(norm(x, -1).item(), 3);
  EXPECT_EQ(norm(x, inf).item(), 12);
  EXPECT_EQ(norm(x, -inf).item(), 3);
  EXPECT_EQ(norm(x, 1, {1, 0}).item(), 12);
  EXPECT_EQ(norm(x, "fro").item(), norm(x).item());
  EXPECT_EQ(norm(x, 1, {0, 1}, gpu::keepdims), (ndarray<double>{{7}}));
}

TEST_P(linalg_norm, of_elements_along_any_axes) {
  const ndarray<double> x = six();
  EXPECT_EQ(vector_norm(x).item(), norm(x).item());
  EXPECT_EQ(vector_norm(x, {0, 1}, 0, gpu::keepdims), (ndarray<double>{{5}}));
  EXPECT_EQ(vector_norm(x, 1, -inf), (ndarray<double>{0, 3}));
}

/// numpy.linalg.matrix_norm.
TEST_P(linalg_norm, of_the_matrices_of_a_stack) {
  const ndarray<int> x = {{{-4, -3, -2}, {-1, 0, 1}}, {{2, 3, 4}, {5, 6, 7}}};
  const auto expect = [&](const gpu::linalg::norm_order& order, double first, double second) {
    const ndarray<double> expected = {first, second};
    EXPECT_TRUE(gpu::allclose(matrix_norm(x, order), expected, 1e-14, 0)) << matrix_norm(x, order);
  };
  expect("fro", 5.5677643628300215, 11.789826122551595);
  expect("nuc", 6.7599510691053855, 12.397456935061282);
  expect(1, 5, 11);
  expect(-1, 3, 7);
  expect(2, 5.398828026892148, 11.773292610656561);
  expect(-2, 1.3611230422132374, 0.62416432440472);
  expect(inf, 9, 18);
  expect(-inf, 2, 9);
  EXPECT_TRUE(gpu::array_equal(matrix_norm(x), matrix_norm(x, "fro")));
  EXPECT_EQ(matrix_norm(x, 1, gpu::keepdims).shape(), (gpu::shape{2, 1, 1}));
  EXPECT_EQ(matrix_norm(gpu::zeros<float>({0, 2, 3})).shape(), (gpu::shape{0}));
  EXPECT_EQ(gpu::test::message_of<gpu::axis_error>(
                [] { static_cast<void>(matrix_norm(gpu::ones<double>(3))); }),
            "axis -2 is out of bounds for array of dimension 1");
}

TEST_P(linalg_norm, is_real_and_inexact) {
  static_assert(std::is_same_v<decltype(norm(ndarray<int>())), gpu::expression<double>>);
  static_assert(
      std::is_same_v<decltype(norm(ndarray<std::complex<float>>())), gpu::expression<float>>);
  EXPECT_EQ(norm(ndarray<std::complex<float>>{{3, 4}}).item(), 5);
  const gpu::float16 big(200.0f);
  EXPECT_EQ(static_cast<float>(norm(ndarray<gpu::float16>{big, big, big, big}).item()), 400);
}

TEST_P(linalg_norm, is_one_kernel) {
  EXPECT_EQ(std::stoi(gpu::explain(norm(six(), 2, 1))), 1);
  EXPECT_EQ(std::stoi(gpu::explain(norm(six()))), 1);
}

TEST_P(linalg_norm, takes_orders_by_the_names_of_xtensor) {
  const ndarray<double> x = six();
  EXPECT_EQ(norm(x, gpu::linalg::normorder::frob).item(), norm(x, "fro").item());
  EXPECT_EQ(norm(x, gpu::linalg::normorder::nuc).item(), norm(x, "nuc").item());
  EXPECT_EQ(norm(x, gpu::linalg::normorder::inf).item(), norm(x, gpu::linalg::inf).item());
  EXPECT_EQ(norm(x, gpu::linalg::normorder::neg_inf).item(), norm(x, -gpu::linalg::inf).item());
}

TEST_P(linalg_norm, refuses_orders_that_there_are_not) {
  const auto message = [](const auto& act) { return gpu::test::message_of<gpu::value_error>(act); };
  const ndarray<double> x = six();
  EXPECT_EQ(message([&] { (void)norm(x, 3); }), "Invalid norm order for matrices.");
  EXPECT_EQ(message([&] { (void)norm(x, "a"); }), "Invalid norm order for matrices.");
  EXPECT_EQ(message([&] { (void)norm(x, "fro", 1); }), "Invalid norm order 'fro' for vectors");
  EXPECT_EQ(message([&] { (void)norm(x, 1, {0, 0}); }), "Duplicate axes given.");
  EXPECT_EQ(message([&] {
              (void)norm(gpu::zeros<double>({2, 2, 2}), 1);
            }),
            "Improper number of dimensions to norm.");
  EXPECT_EQ(message([&] { (void)norm(x, "nuc", 1); }), "Invalid norm order 'nuc' for vectors");
}

TEST_P(linalg_norm, axes_by_name) {
  const gpu::ndarray<double> a = {{3, 1}, {4, 6}};
  EXPECT_NEAR(gpu::linalg::norm(a, gpu::axis(0))(0), 5, 1e-15);
  EXPECT_NEAR(gpu::linalg::norm(a, 1, gpu::axis(1))(1), 10, 1e-15);
  EXPECT_EQ(gpu::linalg::norm(a, gpu::axis(0), gpu::keepdims).shape(), (gpu::shape{1, 2}));
}

TEST_P(linalg_norm, options_need_no_order_before_them) {
  const ndarray<double> a = {{3, 1}, {-4, 6}};
  EXPECT_EQ(norm(a, gpu::keepdims).shape(), (gpu::shape{1, 1}));
  EXPECT_EQ(norm(a, gpu::keepdims, gpu::axis(0)).shape(), (gpu::shape{1, 2}));
  EXPECT_EQ(norm(a, gpu::linalg::ord(1)).item(), 7);
  EXPECT_EQ(matrix_norm(a, gpu::keepdims).shape(), (gpu::shape{1, 1}));
  EXPECT_EQ(matrix_norm(a, gpu::keepdims, gpu::linalg::ord(inf)), (ndarray<double>{{10}}));
  EXPECT_EQ(vector_norm(a, gpu::keepdims).shape(), (gpu::shape{1, 1}));
  EXPECT_EQ(vector_norm(a, 1, gpu::linalg::ord(1), gpu::keepdims), (ndarray<double>{{4}, {10}}));
  EXPECT_EQ(vector_norm(a, 0, gpu::keepdims).shape(), (gpu::shape{1, 2}));
  EXPECT_EQ(vector_norm(a, gpu::axis(0), gpu::keepdims).shape(), (gpu::shape{1, 2}));
  EXPECT_EQ(vector_norm(a, {0, 1}, gpu::keepdims).shape(), (gpu::shape{1, 1}));
}

/// An integer in its second place is an axis, as the first option of NumPy's is `axis`.
TEST_P(linalg_norm, of_vectors_takes_an_order_by_name_or_as_a_floating_point_number) {
  const ndarray<double> a = {{3, 1}, {-4, 6}};
  EXPECT_EQ(vector_norm(a, gpu::linalg::ord(1)).item(), 14);
  EXPECT_EQ(vector_norm(a, 1.0).item(), 14);
  EXPECT_EQ(vector_norm(a, inf).item(), 6);
  EXPECT_EQ(vector_norm(a, inf, gpu::axis(0)), (ndarray<double>{4, 6}));
  EXPECT_EQ(vector_norm(a, 0, 1), (ndarray<double>{7, 7}));
  EXPECT_EQ(vector_norm(a, -inf, gpu::keepdims), (ndarray<double>{{1}}));
}

TEST_P(linalg_norm, an_axis_that_comes_twice_is_refused) {
  EXPECT_EQ(gpu::test::message_of<gpu::value_error>([] {
              static_cast<void>(vector_norm(gpu::ones<double>({2, 3}), {0, -2}));
            }),
            "repeated axis");
}

INSTANTIATE_TEST_SUITE_P(devices, linalg_norm, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
