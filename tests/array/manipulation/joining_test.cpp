// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/manipulation/joining.hpp>

#include <array>
#include <complex>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation/atleast.hpp>
#include <gpu/array/manipulation/inserting.hpp>
#include <gpu/array/manipulation/joining_dtype.hpp>
#include <gpu/array/reduction/reduction.hpp>
#include <gpu/array/sorting/sort.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/cuda/module.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "support/launches.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::xtuple;
using gpu::test::message_of;
using gpu::test::values;

class joining : public gpu::test::counts_launches {};

template <class A>
using element_of = typename std::remove_cvref_t<A>::value_type;

TEST_P(joining, along_an_axis) {
  const ndarray<int> a{{1, 2}, {3, 4}};
  const ndarray<int> b{{5, 6}};
  const auto rows = gpu::concatenate({a, b});
  EXPECT_EQ(rows.shape(), (shape{3, 2}));
  EXPECT_EQ(rows.device(), GetParam());
  EXPECT_EQ(values(rows), (std::vector{1, 2, 3, 4, 5, 6}));
  const auto columns = gpu::concatenate(xtuple(a, gpu::transpose(b)), 1);
  EXPECT_EQ(columns.shape(), (shape{2, 3}));
  EXPECT_EQ(values(columns), (std::vector{1, 2, 5, 3, 4, 6}));
  EXPECT_EQ(values(gpu::concatenate(std::tie(a, b), -2)), values(rows));
  EXPECT_EQ(values(gpu::concatenate({a, b}, std::nullopt)), (std::vector{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(values(gpu::concatenate(std::vector<ndarray<int>>{b, a, b})),
            (std::vector{5, 6, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(values(gpu::concatenate(std::array{a + 1, a * 2}, 1)),
            (std::vector{2, 3, 2, 4, 4, 5, 6, 8}));
  EXPECT_EQ(values(gpu::concat({b, b}, 1)), (std::vector{5, 6, 5, 6}));
  EXPECT_EQ(values(gpu::concat(xtuple(b))), (std::vector{5, 6}));
  EXPECT_EQ(values(gpu::concatenate(a)), (std::vector{1, 2, 3, 4}));
}

TEST_P(joining, the_arrays_keep_their_values) {
  ndarray<int> a{1, 2};
  const auto parts = xtuple(a, a);
  a(0) = 7;
  const auto result = gpu::concatenate(parts);
  EXPECT_EQ(values(result), (std::vector{1, 2, 1, 2}));
  ndarray<int> twice = gpu::concatenate({a, a});
  twice(0) = 9;
  EXPECT_EQ(values(twice), (std::vector{9, 2, 7, 2}));
  a = gpu::concatenate(xtuple(gpu::flip(a), a));
  EXPECT_EQ(values(a), (std::vector{2, 7, 7, 2}));
}

TEST_P(joining, promotes_as_arrays_do) {
  const ndarray<std::int8_t> bytes{1};
  const ndarray<std::uint8_t> unsigned_bytes{200};
  const ndarray<float> floats{0.5f};
  const ndarray<std::complex<float>> numbers{std::complex<float>(1, 2)};
  const ndarray<bool> flags{true};
  const auto small = gpu::concatenate(xtuple(bytes, unsigned_bytes));
  static_assert(std::is_same_v<element_of<decltype(small)>, std::int16_t>);
  EXPECT_EQ(values(small), (std::vector<std::int16_t>{1, 200}));
  const auto mixed = gpu::hstack(xtuple(flags, floats, numbers));
  static_assert(std::is_same_v<element_of<decltype(mixed)>, std::complex<float>>);
  EXPECT_EQ(values(mixed), (std::vector<std::complex<float>>{1, .5f, {1, 2}}));
  const auto with_number = gpu::hstack(xtuple(floats, 1));
  static_assert(std::is_same_v<element_of<decltype(with_number)>, double>);
  EXPECT_EQ(values(with_number), (std::vector{.5, 1.}));
  const auto as_float = gpu::concatenate<gpu::float16>(xtuple(bytes, floats));
  static_assert(std::is_same_v<element_of<decltype(as_float)>, gpu::float16>);
  EXPECT_EQ(values(gpu::concatenate<int>(xtuple(floats), 0, gpu::casting::unsafe)),
            std::vector<int>{0});
  EXPECT_EQ(
      message_of<gpu::dtype_error>([&] { (void)gpu::concatenate<int>(xtuple(bytes, floats)); }),
      "Cannot cast array data from dtype('float32') to dtype('int32') according to the rule "
      "'same_kind'");
}

TEST_P(joining, in_a_dtype_that_an_option_names) {
  const ndarray<int> a = {1, 2};
  const ndarray<float> b = {3, 4};
  const auto both = gpu::concatenate({a, a}, gpu::as_dtype<double>);
  static_assert(std::is_same_v<decltype(both), const gpu::expression<double>>);
  EXPECT_EQ(values(both), (std::vector<double>{1, 2, 1, 2}));
  EXPECT_EQ(values(gpu::concatenate({a, b}, gpu::as_dtype<double>)),
            (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(
      values(gpu::concatenate(gpu::xtuple(a, b), 0, gpu::as_dtype<int>, gpu::casting::unsafe)),
      (std::vector{1, 2, 3, 4}));
  EXPECT_THROW((void)gpu::concatenate({a, b}, gpu::axis(0), gpu::as_dtype<int>), gpu::dtype_error);
  EXPECT_EQ(values(gpu::stack({a, a}, 1, gpu::as_dtype<float>)), (std::vector<float>{1, 1, 2, 2}));
  EXPECT_EQ(values(gpu::stack({a, b}, gpu::as_dtype<float>)), (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(values(gpu::vstack({a, a}, gpu::as_dtype<float>)), (std::vector<float>{1, 2, 1, 2}));
  EXPECT_EQ(values(gpu::hstack(gpu::xtuple(a, 7), gpu::as_dtype<float>)),
            (std::vector<float>{1, 2, 7}));
}

TEST_P(joining, of_nothing_and_of_empty_arrays) {
  const ndarray<int> a{1, 2};
  const auto none = gpu::empty<int>({0});
  EXPECT_EQ(values(gpu::concatenate({none, a, none})), (std::vector{1, 2}));
  EXPECT_EQ(gpu::concatenate({none, none}).shape(), shape{0});
  EXPECT_EQ(gpu::stack({none, none}).shape(), (shape{2, 0}));
  EXPECT_EQ(gpu::vstack({none, none}).shape(), (shape{2, 0}));
  const std::vector<ndarray<int>> no_arrays;
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::concatenate(no_arrays); }),
            "need at least one array to concatenate");
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::hstack(no_arrays); }),
            "need at least one array to concatenate");
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::stack(no_arrays); }),
            "need at least one array to stack");
}

TEST_P(joining, that_is_wrong) {
  const auto a = gpu::ones<int>({2, 3});
  const auto b = gpu::ones<int>({2, 4});
  const auto c = gpu::ones<int>(3);
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              (void)gpu::concatenate({a, b});
            }),
            "all the input array dimensions except for the concatenation axis must match exactly, "
            "but along dimension 1, the array at index 0 has size 3 and the array at index 1 has "
            "size 4");
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              (void)gpu::concatenate({a, c});
            }),
            "all the input arrays must have same number of dimensions, but the array at index 0 "
            "has 2 dimension(s) and the array at index 1 has 1 dimension(s)");
  EXPECT_EQ(message_of<gpu::axis_error>([&] {
              (void)gpu::concatenate({a, a}, 2);
            }),
            "axis 2 is out of bounds for array of dimension 2");
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::concatenate(xtuple(1, c)); }),
            "zero-dimensional arrays cannot be concatenated");
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              (void)gpu::stack({a, b});
            }),
            "all input arrays must have the same shape");
  EXPECT_EQ(message_of<gpu::axis_error>([&] {
              (void)gpu::stack({a, a}, -4);
            }),
            "axis -4 is out of bounds for array of dimension 3");
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::concatenate(gpu::sum(a)); }),
            "iteration over a 0-d array");
}

TEST_P(joining, along_a_new_axis) {
  const ndarray<int> a{1, 2, 3};
  const ndarray<int> b{4, 5, 6};
  EXPECT_EQ(gpu::stack({a, b}).shape(), (shape{2, 3}));
  EXPECT_EQ(values(gpu::stack({a, b})), (std::vector{1, 2, 3, 4, 5, 6}));
  const auto last = gpu::stack(xtuple(a, b), -1);
  EXPECT_EQ(last.shape(), (shape{3, 2}));
  EXPECT_EQ(values(last), (std::vector{1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(values(gpu::stack(xtuple(gpu::flip(a), a, gpu::flip(b)), 1)).front(), 3);
  EXPECT_EQ(gpu::stack(xtuple(1, 2.5)).shape(), shape{2});
  const std::vector<ndarray<int>> many(40, a);
  const auto rows = gpu::stack(many, 1);
  EXPECT_EQ(rows.shape(), (shape{3, 40}));
  EXPECT_EQ(values(rows)[79], 2);
}

TEST_P(joining, computes_all_parts_of_one_shape_in_one_kernel) {
  const auto a = gpu::arange<float>(64);
  const ndarray<float> b = a * a;
  expect_launches(1, [&] {
    const ndarray<float> both = gpu::stack(xtuple(a * 2 + b, a - b, gpu::flip(a)), 1);
    EXPECT_EQ(both.shape(), (shape{64, 3}));
  });
  const auto c = gpu::arange<float>(3);
  expect_launches(2, [&] { (void)gpu::eval(gpu::concatenate(xtuple(a + 1, c * 2))); });
  EXPECT_EQ(values(gpu::concatenate(xtuple(gpu::cumsum(gpu::arange<int>(4)), gpu::arange<int>(2)))),
            (std::vector<std::int64_t>{0, 1, 3, 6, 0, 1}));
  const auto sums = gpu::stack(
      xtuple(gpu::sum(gpu::ones<float>({3, 5}), 1), gpu::max(gpu::ones<float>({3, 5}), 1)), 1);
  EXPECT_EQ(values(sums), (std::vector<float>{5, 1, 5, 1, 5, 1}));
}

TEST_P(joining, of_reductions_of_one_array) {
  const ndarray<int> a{{3, 1}, {2, 7}};
  EXPECT_EQ(values(gpu::stack(xtuple(gpu::max(a), gpu::max(a), gpu::min(a)))),
            (std::vector{7, 7, 1}));
  EXPECT_EQ(values(gpu::concatenate(xtuple(gpu::max(a, 0), gpu::max(a, 0), gpu::max(a, 1)))),
            (std::vector{3, 7, 3, 7, 3, 7}));
}

TEST_P(joining, of_rows_columns_and_planes) {
  const ndarray<int> a{1, 2, 3};
  const ndarray<int> b{4, 5, 6};
  const ndarray<int> column{{7}, {8}, {9}};
  EXPECT_EQ(values(gpu::vstack({a, b})), (std::vector{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(gpu::row_stack(xtuple(a, gpu::transpose(column), b)).shape(), (shape{3, 3}));
  EXPECT_EQ(values(gpu::hstack({a, b})), (std::vector{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(gpu::hstack({column, column}).shape(), (shape{3, 2}));
  EXPECT_EQ(values(gpu::hstack(xtuple(1, 2, a))), (std::vector{1, 2, 1, 2, 3}));
  EXPECT_EQ(values(gpu::column_stack({a, b})), (std::vector{1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(values(gpu::column_stack(xtuple(column, a))), (std::vector{7, 1, 8, 2, 9, 3}));
  const auto planes = gpu::dstack({a, b});
  EXPECT_EQ(planes.shape(), (shape{1, 3, 2}));
  EXPECT_EQ(values(planes), (std::vector{1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(gpu::dstack({column, column}).shape(), (shape{3, 1, 2}));
}

TEST_P(joining, of_blocks) {
  const ndarray<int> a = gpu::eye<int>(2);
  const ndarray<int> z = gpu::zeros<int>({2, 3});
  const ndarray<int> b{{5, 6}};
  const ndarray<int> c{{7, 8, 9}};
  const auto all = gpu::block({{a, z}, {b, c}});
  EXPECT_EQ(all.shape(), (shape{3, 5}));
  EXPECT_EQ(values(all), (std::vector{1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 5, 6, 7, 8, 9}));
  const auto mixed = gpu::block(xtuple(xtuple(b, 2.5), xtuple(c)));
  static_assert(std::is_same_v<element_of<decltype(mixed)>, double>);
  EXPECT_EQ(values(mixed), (std::vector<double>{5, 6, 2.5, 7, 8, 9}));
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::block(xtuple(xtuple(a, 2.5))); }),
            "all the input array dimensions except for the concatenation axis must match exactly, "
            "but along dimension 0, the array at index 0 has size 2 and the array at index 1 has "
            "size 1");
  EXPECT_EQ(values(gpu::block({c, c})), (std::vector{7, 8, 9, 7, 8, 9}));
  EXPECT_EQ(gpu::block({{{c}}, {{c}}}).shape(), (shape{2, 1, 3}));
  EXPECT_EQ(values(gpu::block(a + 1)), (std::vector{2, 1, 1, 2}));
  EXPECT_EQ(gpu::block(xtuple(1, 2, 3)).shape(), shape{3});
  EXPECT_EQ(
      message_of<gpu::value_error>([&] { (void)gpu::block(xtuple(xtuple(a), xtuple(xtuple(a)))); }),
      "List depths are mismatched. First element was at depth 2, but there is an element at "
      "depth 3 (arrays[1][0][0])");
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              (void)gpu::block(std::vector<std::vector<ndarray<int>>>{{a}, {}});
            }),
            "List at arrays[1] cannot be empty");
}

TEST_P(joining, behind_an_array) {
  const ndarray<int> a{{1, 2}, {3, 4}};
  EXPECT_EQ(values(gpu::append(a, {5, 6})), (std::vector{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(values(gpu::append(a, 7)), (std::vector{1, 2, 3, 4, 7}));
  EXPECT_EQ(values(gpu::append(a, a * 2, 1)), (std::vector{1, 2, 2, 4, 3, 4, 6, 8}));
  static_assert(std::is_same_v<element_of<decltype(gpu::append(a, 2.5f))>, double>);
  EXPECT_THROW((void)gpu::append(a, {5, 6}, 0), gpu::value_error);
}

TEST_P(joining, with_so_many_axes_at_least) {
  const ndarray<int> a{1, 2, 3};
  EXPECT_EQ(gpu::atleast_1d(5).shape(), shape{1});
  EXPECT_EQ(gpu::atleast_1d(a).shape(), shape{3});
  EXPECT_EQ(gpu::atleast_2d(a).shape(), (shape{1, 3}));
  EXPECT_EQ(gpu::atleast_3d(2.5).shape(), (shape{1, 1, 1}));
  EXPECT_EQ(gpu::atleast_3d(a).shape(), (shape{1, 3, 1}));
  EXPECT_EQ(gpu::atleast_3d(gpu::ones<int>({2, 3})).shape(), (shape{2, 3, 1}));
  const auto [x, y] = gpu::atleast_2d(a * 2, 1);
  EXPECT_EQ(values(x), (std::vector{2, 4, 6}));
  EXPECT_EQ(y.shape(), (shape{1, 1}));
}

TEST_P(joining, of_64_axes) {
  shape many(64, 1);
  many[5] = 2;
  const ndarray<int> a = gpu::reshape(ndarray<int>{1, 2}, many);
  EXPECT_EQ(values(gpu::concatenate({a, a}, 63)), (std::vector{1, 1, 2, 2}));
  EXPECT_THROW((void)gpu::stack({a, a}), gpu::value_error);
}

TEST_P(joining, parts_of_arrays_are_read_in_place) {
  ndarray<double> a = gpu::arange<double>(12);
  a.reshape({3, 4});
  const auto inner = gpu::view(a, gpu::range(2, 0, -1), gpu::range(0, 4, 2));
  EXPECT_EQ(values(gpu::concatenate(xtuple(inner, gpu::flip(inner)), 1)),
            (std::vector<double>{8, 10, 6, 4, 4, 6, 10, 8}));
}

TEST_P(joining, lists_of_arrays_of_several_types) {
  const ndarray<float> a = {1, 2};
  const ndarray<double> b = {3, 4};
  const gpu::any_expression all = gpu::concatenate({a + 1, a, b});
  EXPECT_EQ(all.dtype(), gpu::dtype::float64);
  EXPECT_EQ(values(ndarray<double>(all)), (std::vector<double>{2, 3, 1, 2, 3, 4}));
  EXPECT_EQ(values(ndarray<float>(gpu::stack({a * 2, a}))), (std::vector<float>{2, 4, 1, 2}));
  EXPECT_EQ(values(gpu::concatenate<float>({a + 1, b})), (std::vector<float>{2, 3, 3, 4}));
  EXPECT_EQ(values(ndarray<float>(gpu::vstack({a + 1, a}))), (std::vector<float>{2, 3, 1, 2}));
  EXPECT_EQ(values(ndarray<float>(gpu::hstack({a + 1, a}))), (std::vector<float>{2, 3, 1, 2}));
  EXPECT_THROW(static_cast<void>(gpu::stack({a + 1, gpu::concatenate({a, a})})), gpu::value_error);
}

TEST_P(joining, lists_of_several_types_are_rearranged) {
  const ndarray<double> d = {3, 1, 2};
  const gpu::any_expression rows = gpu::stack({d, d + 1});
  EXPECT_EQ(values(gpu::transpose(rows).as<double>()), (std::vector<double>{3, 4, 1, 2, 2, 3}));
  EXPECT_EQ(gpu::reshape(rows, {3, 2}).shape(), (shape{3, 2}));
  EXPECT_EQ(gpu::ravel(gpu::stack({d, d * 2})).shape(), shape{6});
  EXPECT_EQ(values(gpu::flip(rows, 0).as<double>()), (std::vector<double>{4, 2, 3, 3, 1, 2}));
  EXPECT_EQ(gpu::broadcast_to(rows, {2, 2, 3}).shape(), (shape{2, 2, 3}));
  EXPECT_EQ(values(gpu::take(rows, {0, 2}, 1).as<double>()), (std::vector<double>{3, 2, 4, 3}));
  EXPECT_EQ(values(gpu::sort(rows, 1).as<double>()), (std::vector<double>{1, 2, 3, 2, 3, 4}));
  EXPECT_EQ(values(gpu::argsort(rows)), (std::vector<std::int64_t>{1, 2, 0, 1, 2, 0}));
  EXPECT_EQ(values(gpu::stack<double>({d, d + 1})), (std::vector<double>{3, 1, 2, 4, 2, 3}));
}

INSTANTIATE_TEST_SUITE_P(devices, joining, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
