// SPDX-License-Identifier: BSD-3-Clause
// Functions that are given functions: the values are NumPy's.
#include <gpu/array/functional.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/diag.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/explain.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation/joining.hpp>
#include <gpu/array/sorting/sort.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/array/user_kernel/reduction_kernel.hpp>
#include <gpu/reductions.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::apply_along_axis;
using gpu::apply_over_axes;
using gpu::ndarray;
using gpu::piecewise;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

class functional : public gpu::test::on_device {
 protected:
  static ndarray<double> points() { return {-2.5, -1.5, -0.5, 0.5, 1.5, 2.5}; }
  static ndarray<int> matrix() { return {{8, 1, 7}, {4, 3, 9}, {5, 2, 6}}; }
  /// 0 ... 23 of shape (2, 3, 4).
  static ndarray<int> cube() {
    ndarray<int> a = gpu::arange<int>(24);
    a.reshape({2, 3, 4});
    return a;
  }
};

constexpr auto negated = [](const auto& v) { return -v; };
constexpr auto tenfold = [](const auto& v) { return v * 10; };

constexpr auto sum_of = [](const auto& a, auto axis) { return gpu::sum(a, axis); };
constexpr auto mean_of = [](const auto& a, auto axis) { return gpu::mean(a, axis); };
constexpr auto max_of = [](const auto& a, auto axis) { return gpu::max(a, axis); };

TEST_P(functional, piecewise_takes_functions_and_numbers) {
  const ndarray<double> x = points();
  EXPECT_EQ(values(piecewise(x, {x < 0, x >= 0}, negated, [](const auto& v) { return v; })),
            (std::vector{2.5, 1.5, 0.5, 0.5, 1.5, 2.5}));
  EXPECT_EQ(values(piecewise(x, {x < 0, x >= 1}, -1, 1, tenfold)),
            (std::vector{-1.0, -1.0, -1.0, 5.0, 1.0, 1.0}));
  EXPECT_EQ(values(piecewise(x, {x < 1, x < 0}, 5, 7)),
            (std::vector{7.0, 7.0, 7.0, 5.0, 0.0, 0.0}));
}

TEST_P(functional, piecewise_is_one_kernel) {
  const ndarray<double> x = points();
  const auto expression = piecewise(x, {x < 0}, negated, tenfold) + 1;
  EXPECT_EQ(gpu::explain(expression).rfind("1 kernel", 0), 0u);
  EXPECT_EQ(values(expression), (std::vector{3.5, 2.5, 1.5, 6.0, 16.0, 26.0}));
}

TEST_P(functional, piecewise_has_the_dtype_of_its_array) {
  const ndarray<std::int64_t> i = gpu::arange<std::int64_t>(6);
  const auto result = piecewise(
      i, {i<2, i> 3}, [](const auto& v) { return v / 2 + 0.9; }, -3.7, 9);
  static_assert(std::is_same_v<decltype(result)::value_type, std::int64_t>);
  EXPECT_EQ(values(result), (std::vector<std::int64_t>{0, 1, 9, 9, -3, -3}));
  EXPECT_THROW(static_cast<void>(piecewise(ndarray<std::int8_t>{1}, {i > 3}, 300)),
               gpu::overflow_error);
}

TEST_P(functional, piecewise_of_conditions_of_other_kinds) {
  ndarray<int> m = gpu::arange<int>(6);
  m.reshape({2, 3});
  const ndarray<bool> rows = {true, false};
  EXPECT_EQ(values(piecewise(m, {rows}, 1, -1)), (std::vector{1, 1, 1, -1, -1, -1}));
  EXPECT_EQ(values(piecewise(m, m > 2, 1, -1)), (std::vector{-1, -1, -1, 1, 1, 1}));
  EXPECT_EQ(values(piecewise(m, gpu::xtuple(rows, m > 4), 1, 2)), (std::vector{1, 1, 1, 0, 0, 2}));
  EXPECT_EQ(values(piecewise(m, std::vector{m > 2, m < 1}, 1, 2)), (std::vector{2, 0, 0, 1, 1, 1}));
  EXPECT_EQ(values(piecewise(ndarray<int>(3), {ndarray<bool>(true)}, tenfold)), std::vector{30});
  const ndarray<int> nothing = gpu::zeros<int>({0});
  EXPECT_EQ(piecewise(nothing, {nothing > 0}, 1).shape(), shape{0});
}

TEST_P(functional, piecewise_refuses_what_does_not_fit) {
  const ndarray<double> x = points();
  EXPECT_EQ(
      message_of<gpu::value_error>([&] { static_cast<void>(piecewise(x, {x < 1}, 5, 7, 8)); }),
      "with 1 condition(s), either 1 or 2 functions are expected, not 3");
  EXPECT_EQ(message_of<gpu::index_error>([&] {
              static_cast<void>(piecewise(x, {gpu::view(x, gpu::range(0, 3)) < 1}, 5, 7));
            }),
            "boolean index did not match indexed array along axis 0; size of axis is 6 but size of "
            "corresponding boolean axis is 3");
  EXPECT_EQ(message_of<gpu::index_error>([&] {
              static_cast<void>(piecewise(x, {gpu::zeros<bool>({6, 1})}, 5));
            }),
            "too many indices for array: array is 1-dimensional, but 2 were indexed");
  EXPECT_EQ(message_of<gpu::shape_error>([&] {
              static_cast<void>(
                  piecewise(x, {x < 1}, [](const auto&) { return gpu::zeros<double>({2}); }));
            }),
            "could not broadcast input array from shape (2,) into shape (6,)");
}

TEST_P(functional, apply_along_axis_takes_numbers) {
  const auto middle = [](const auto& v) { return (v(0) + v(v.size() - 1)) * 0.5; };
  EXPECT_EQ(values(apply_along_axis(middle, 0, matrix())), (std::vector{6.5, 1.5, 6.5}));
  EXPECT_EQ(values(apply_along_axis(middle, -1, matrix() + 0)), (std::vector{7.5, 6.5, 5.5}));
  const auto is_odd = [](const auto& v) { return v(0) % 2 == 1; };
  EXPECT_EQ(values(apply_along_axis(is_odd, 1, matrix())), (std::vector<bool>{false, false, true}));
  EXPECT_EQ(apply_along_axis(middle, 1, cube()).shape(), (shape{2, 4}));
}

TEST_P(functional, apply_along_axis_takes_arrays) {
  EXPECT_EQ(values(apply_along_axis([](const auto& v) { return gpu::sort(v); }, 1, matrix())),
            (std::vector{1, 7, 8, 3, 4, 9, 2, 5, 6}));
  EXPECT_EQ(values(apply_along_axis([](const auto& v) { return gpu::sum(v); }, 0, matrix())),
            (std::vector<std::int64_t>{17, 6, 22}));
  EXPECT_EQ(
      values(apply_along_axis([](const auto& v) { return gpu::eval(gpu::diag(v)); }, -1, matrix())),
      (std::vector{8, 0, 0, 0, 1, 0, 0, 0, 7, 4, 0, 0, 0, 3,
                   0, 0, 0, 9, 5, 0, 0, 0, 2, 0, 0, 0, 6}));
  const auto first_two = apply_along_axis(
      [](const auto& v, int k) { return gpu::view(v, gpu::range(0, 2)) - v(k); }, 1, cube(), 1);
  EXPECT_EQ(first_two.shape(), (shape{2, 2, 4}));
  EXPECT_EQ(values(first_two),
            (std::vector{-4, -4, -4, -4, 0, 0, 0, 0, -4, -4, -4, -4, 0, 0, 0, 0}));
  const auto outer = [](const auto& v) {
    return gpu::view(gpu::eval(gpu::multiply.outer(v, v)), gpu::range(0, 2));
  };
  const auto products = apply_along_axis(outer, 1, cube());
  EXPECT_EQ(products.shape(), (shape{2, 2, 3, 4}));
  EXPECT_EQ(products(1, 1, 2, 3), 19 * 23);
}

TEST_P(functional, apply_along_axis_of_many_lines) {
  ndarray<int> a = gpu::arange<int>(150);
  a.reshape({3, 50});
  const auto doubled = apply_along_axis([](const auto& v) { return v * 2; }, 0, a);
  EXPECT_EQ(doubled.shape(), a.shape());
  EXPECT_EQ(values(doubled), values(a * 2));
  const auto sums = apply_along_axis([](const auto& v) { return gpu::sum(v); }, 0, a + 1);
  EXPECT_EQ(values(sums), values(gpu::sum(a + 1, 0)));
}

TEST_P(functional, apply_along_axis_of_lines_without_elements) {
  const auto sum = [](const auto& v) { return gpu::sum(v); };
  EXPECT_EQ(values(apply_along_axis(sum, 0, gpu::zeros<double>({0, 3}))),
            (std::vector{0.0, 0.0, 0.0}));
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              static_cast<void>(apply_along_axis(sum, 0, gpu::zeros<double>({3, 0})));
            }),
            "Cannot apply_along_axis when any iteration dimensions are 0");
  EXPECT_EQ(
      message_of<gpu::axis_error>([&] { static_cast<void>(apply_along_axis(sum, 2, matrix())); }),
      "axis 2 is out of bounds for array of dimension 2");
}

TEST_P(functional, apply_along_axis_wants_one_shape) {
  const auto some = [](const auto& v) { return gpu::zeros<int>({v(0) < 5 ? 3 : 2}); };
  EXPECT_EQ(
      message_of<gpu::shape_error>([&] { static_cast<void>(apply_along_axis(some, 1, matrix())); }),
      "could not broadcast input array from shape (3,) into shape (2,)");
}

TEST_P(functional, apply_over_axes_keeps_them) {
  const auto sums = apply_over_axes(sum_of, cube(), {0, 2});
  EXPECT_EQ(sums.shape(), (shape{1, 3, 1}));
  EXPECT_EQ(values(sums), (std::vector<std::int64_t>{60, 92, 124}));
  EXPECT_EQ(apply_over_axes(sum_of, cube(), -1).shape(), (shape{2, 3, 1}));
  const auto means = apply_over_axes(mean_of, cube() + 0, {0, -1});
  EXPECT_EQ(values(means), (std::vector{7.5, 11.5, 15.5}));
  const auto scans = [](const auto& a, auto axis) { return gpu::flip(a, axis); };
  EXPECT_EQ(values(apply_over_axes(scans, matrix(), {0, 1})),
            (std::vector{6, 2, 5, 9, 3, 4, 7, 1, 8}));
  EXPECT_EQ(values(apply_over_axes(max_of, matrix(), std::vector<std::ptrdiff_t>{})),
            values(matrix()));
}

TEST_P(functional, apply_over_axes_refuses_other_shapes) {
  const auto first = [](const auto& a, auto) { return gpu::view(a, 0, 0); };
  EXPECT_EQ(
      message_of<gpu::value_error>([&] { static_cast<void>(apply_over_axes(first, cube(), 0)); }),
      "function is not returning an array of the correct shape: of (2,3,4) it gave (4,)");
}

TEST_P(functional, piecewise_takes_lists_of_numbers) {
  const ndarray<double> d = {1, 2, 3};
  const ndarray<bool> first = {true, false, false};
  const ndarray<bool> second = {false, true, false};
  EXPECT_EQ(values(piecewise(d, {first, second}, {-1, 1})), (std::vector<double>{-1, 1, 0}));
  EXPECT_EQ(values(piecewise(d, {first, d + d > 5}, {-1, 1, 8})), (std::vector<double>{-1, 8, 1}));
  EXPECT_EQ(values(piecewise(d, {first, d + d > 5}, 4, tenfold)), (std::vector<double>{4, 0, 30}));
  EXPECT_EQ(values(piecewise(d, std::vector{first, second}, {0.5, 1.5, 2.5})),
            (std::vector<double>{0.5, 1.5, 2.5}));
  EXPECT_EQ(values(piecewise(d, first, {4, 5})), (std::vector<double>{4, 5, 5}));
}

TEST_P(functional, dtypes_may_be_known_at_run_time) {
  const gpu::any_expression a = gpu::stack({matrix(), matrix() + 1});
  const auto sum_of = [](const auto& x, auto axis) { return gpu::sum(x, axis); };
  const gpu::any_expression over = apply_over_axes(sum_of, a, {0, 2});
  EXPECT_EQ(over.shape(), (shape{1, 3, 1}));
  EXPECT_EQ(values(over.as<std::int64_t>()), (std::vector<std::int64_t>{35, 35, 29}));
  const gpu::any_expression along =
      apply_along_axis([](const auto& x) { return gpu::max(x); }, 0, a);
  EXPECT_EQ(values(along.as<int>()), (std::vector{9, 2, 8, 5, 4, 10, 6, 3, 7}));
}

TEST_P(functional, a_reduction_of_ones_own_is_applied_over_axes) {
  const gpu::reduction_kernel total("T x", "T y", "x", "a + b", "y = a", "0", "total");
  const gpu::any_expression sums = apply_over_axes(total, matrix(), {0, 1});
  EXPECT_EQ(sums.shape(), (shape{1, 1}));
  EXPECT_EQ(sums.item<int>(), 45);
  const gpu::reduction_kernel<int(int)> typed("int32 x", "int32 y", "x", "a + b", "y = a", "0");
  EXPECT_EQ(values(apply_over_axes(typed, matrix(), {-1})), (std::vector{16, 16, 13}));
}

INSTANTIATE_TEST_SUITE_P(devices, functional, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
