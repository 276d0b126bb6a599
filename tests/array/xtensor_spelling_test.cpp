// SPDX-License-Identifier: BSD-3-Clause
// Spellings of xtensor that have no file of their own.
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

class xtensor_spelling : public gpu::test::on_device {};

TEST_P(xtensor_spelling, one_element_converts_to_its_type_and_equals_a_number) {
  const ndarray<double> a = {{1, 2}, {3, 4}};
  EXPECT_EQ(static_cast<double>(gpu::sum(a)), 10);
  EXPECT_TRUE(gpu::sum(a) == 10);
  EXPECT_TRUE(gpu::count_nonzero(a > 2) == 2);
  EXPECT_TRUE(gpu::sum(a) != 11.0);
  EXPECT_THROW(static_cast<void>(static_cast<double>(a)), gpu::value_error);
  EXPECT_EQ(message_of<gpu::value_error>([&] { static_cast<void>(a == 1); }),
            "`==` and `!=` compare a number with the only element of an array, and this has 4. Use "
            "gpu::equal or gpu::not_equal for all elements");
  EXPECT_EQ(float(gpu::max(a)), 4.f);
  EXPECT_EQ(int(gpu::mean(a)), 2);
  EXPECT_EQ(static_cast<double>(gpu::argmax(a)), 3);
  static_assert(!std::is_convertible_v<gpu::expression<double>, double>);
  static_assert(!std::is_constructible_v<float, gpu::expression<std::complex<double>>>);
}

TEST_P(xtensor_spelling, a_shape_makes_an_array_of_that_shape) {
  const shape extents = {3, 2};
  EXPECT_EQ(ndarray<double>(extents).shape(), extents);
  EXPECT_EQ(ndarray<double>(std::vector<std::size_t>{3, 2}).shape(), extents);
  EXPECT_EQ(ndarray<double>(std::array<std::size_t, 2>{3, 2}).shape(), extents);
  EXPECT_EQ(ndarray<double>({3, 2}).shape(), (shape{2}));
  EXPECT_EQ(ndarray<double>(ndarray<double>::shape_type({4, 0})).size(), 0u);
}

TEST_P(xtensor_spelling, constants_have_its_names) {
  EXPECT_EQ(gpu::numeric_constants<double>::PI, std::acos(-1.0));
  EXPECT_EQ(gpu::numeric_constants<float>::SQRT1_2, std::sqrt(0.5F));
  EXPECT_DOUBLE_EQ(gpu::numeric_constants<>::D_2_SQRTPI, 2 / std::sqrt(std::acos(-1.0)));
}

TEST_P(xtensor_spelling, assign_is_an_assignment) {
  ndarray<int> a = {1, 2};
  a.assign(a + 1);
  EXPECT_EQ(values(a), (std::vector{2, 3}));
  gpu::assign_data(a, ndarray<int>{{7}}, true);
  EXPECT_EQ(a.shape(), (shape{1, 1}));
}

TEST_P(xtensor_spelling, flat_finds_elements_in_C_order) {
  ndarray<int> a = {{1, 2}, {3, 4}};
  a.flat(2) = 9;
  EXPECT_EQ(values(a), (std::vector{1, 2, 9, 4}));
  EXPECT_EQ(a.flat(3), 4);
  EXPECT_THROW(a.flat(4) = 0, gpu::index_error);
}

TEST_P(xtensor_spelling, elements_of_complex_arrays_have_parts) {
  using complex = std::complex<float>;
  ndarray<complex> z = {complex(1, 2), complex(3, 4)};
  EXPECT_EQ(z(0).real(), 1);
  EXPECT_EQ(z(1).imag(), 4);
}

TEST_P(xtensor_spelling, view_functions_take_its_arguments) {
  using gpu::placeholders::_;
  const ndarray<int> a = {{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(gpu::squeeze(gpu::expand_dims(a, 1), 1).shape(), a.shape());
  EXPECT_THROW(static_cast<void>(gpu::squeeze(a, 1)), gpu::value_error);
  EXPECT_EQ(values(gpu::broadcast(5, {2, 2})), (std::vector{5, 5, 5, 5}));
  EXPECT_EQ(values(gpu::view(a, gpu::range(_, _, _), gpu::range(1, _, _))),
            (std::vector{2, 3, 5, 6}));
  EXPECT_TRUE(gpu::rot90<2>(a) == gpu::rot90(a, 2));
  EXPECT_TRUE(gpu::eye(2) == gpu::identity<double>(2));
}

TEST_P(xtensor_spelling, from_indices_makes_a_matrix_of_a_list_of_indices) {
  const auto indices = gpu::from_indices({{0, 1}, {2, 3}, {4, 5}});
  EXPECT_EQ(indices.shape(), (shape{3, 2}));
  EXPECT_EQ(values(indices), (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(gpu::from_indices({}).shape(), (shape{0, 0}));
}

TEST_P(xtensor_spelling, print_options_are_set_one_by_one) {
  const gpu::print_options_guard scope(gpu::get_printoptions());
  gpu::print_options::set_precision(2);
  gpu::print_options::set_threshold(5);
  gpu::print_options::set_edge_items(1);
  gpu::print_options::set_line_width(40);
  EXPECT_EQ(gpu::get_printoptions().precision, 2);
  EXPECT_EQ(gpu::get_printoptions().threshold, 5u);
  EXPECT_EQ(gpu::get_printoptions().edgeitems, 1);
  EXPECT_EQ(gpu::get_printoptions().linewidth, 40);
  EXPECT_THROW(gpu::print_options::set_precision(-1), gpu::value_error);
}

TEST_P(xtensor_spelling, lists_of_numbers_are_elements_of_16_bits) {
  const ndarray<gpu::float16> one{12};
  const ndarray<gpu::float16> line = {1.5f, 2};
  const ndarray<gpu::bfloat16> rows = {{1, 2}, {3, 4.5}};
  EXPECT_EQ(one.shape(), shape{1});
  EXPECT_EQ(values(line.astype<float>()), (std::vector<float>{1.5, 2}));
  EXPECT_EQ(rows.shape(), (shape{2, 2}));
  EXPECT_EQ(values(rows.astype<float>()), (std::vector<float>{1, 2, 3, 4.5}));
}

TEST_P(xtensor_spelling, a_fixed_array_begins_with_its_shape) {
  gpu::xtensor_fixed<double, gpu::xshape<2, 3>> x;
  EXPECT_TRUE(x.has_shape({2, 3}));
  EXPECT_FALSE(x.has_shape({3, 2}));
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 3; ++j) x(i, j) = static_cast<double>(10 * i + j);
  const gpu::xtensor_fixed<double, gpu::xshape<2, 3>> y = x * 2;
  EXPECT_EQ(y, (gpu::ndarray<double>{{0, 2, 4}, {20, 22, 24}}));
  x += y;
  EXPECT_EQ(x(1, 2), 36);
  x = {{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(gpu::sum(x).item(), 21);
  x = y;
  EXPECT_EQ(gpu::ndarray<double>(x), y);
}

TEST_P(xtensor_spelling, the_base_of_logspace_comes_first) {
  EXPECT_EQ(gpu::test::values(gpu::logspace<float>(0, 3, 4, 2.0)),
            gpu::test::values(gpu::logspace<float>(0, 3, 4, true, 2.0)));
  EXPECT_EQ(gpu::test::values(gpu::logspace(0, 2, 2, 3, false)),
            gpu::test::values(gpu::logspace(0, 2, 2, false, 3.0)));
}

TEST_P(xtensor_spelling, index_view_takes_positions_of_one_axis) {
  ndarray<double> a = {30, 10, 20};
  const ndarray<double> before = a;
  const std::vector<std::size_t> ends = {0, 2};
  EXPECT_EQ(values(gpu::index_view(a, ends)), (std::vector<double>{30, 20}));
  EXPECT_EQ(values(gpu::index_view(before, {2, -3})), (std::vector<double>{20, 30}));
  EXPECT_EQ(values(gpu::index_view(a, ndarray<int>{1, 1})), (std::vector<double>{10, 10}));
  EXPECT_EQ(values(gpu::index_view(a, gpu::argsort(a))), (std::vector<double>{10, 20, 30}));
  EXPECT_EQ(values(gpu::index_view(a * 2, ends)), (std::vector<double>{60, 40}));
  gpu::index_view(a, ends) += 1;
  EXPECT_EQ(values(a), (std::vector<double>{31, 10, 21}));
  gpu::index_view(a, gpu::argsort(a)) = ndarray<double>{1, 2, 3};
  EXPECT_EQ(values(a), (std::vector<double>{3, 1, 2}));
  gpu::index_view(a, {0, 1}) = 7;
  gpu::index_view(gpu::view(a, gpu::range(1, 3)), std::array{1}) = 5;
  EXPECT_EQ(values(a), (std::vector<double>{7, 7, 5}));
  ndarray<int> matrix = {{1, 2}, {3, 4}};
  EXPECT_EQ(message_of<gpu::index_error>([&] { (void)gpu::index_view(matrix, ends); }),
            "indices of shape (2,) for an array with 2 axes");
  EXPECT_THROW((void)values(gpu::index_view(a, std::vector{3})), gpu::index_error);
}

TEST_P(xtensor_spelling, normalize_axis_takes_the_number_of_axes_first) {
  EXPECT_EQ(gpu::normalize_axis(3, -1), 2u);
  EXPECT_EQ(gpu::normalize_axis(2, 0), 0u);
  EXPECT_THROW((void)gpu::normalize_axis(2, 2), gpu::axis_error);
  EXPECT_THROW((void)gpu::normalize_axis(-1, 3), gpu::axis_error);
  EXPECT_EQ(gpu::normalize_axis(3, std::vector<int>{0, -1}), (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(gpu::normalize_axis(gpu::ones<int>({2, 3}), {-2, -1}),
            (std::vector<std::size_t>{0, 1}));
}

TEST_P(xtensor_spelling, shapes_have_its_functions) {
  const gpu::static_shape<std::size_t, 2> extents = {2, 3};
  const ndarray<int> a(extents);
  EXPECT_EQ(a.shape(), shape(extents));
  EXPECT_EQ(gpu::zeros<int>(extents).shape(), a.shape());
  EXPECT_TRUE(gpu::same_shape(a.shape(), extents));
  EXPECT_FALSE(gpu::same_shape(extents, shape{3, 2}));
  EXPECT_TRUE(gpu::broadcastable(shape{3}, extents));
  EXPECT_TRUE(gpu::broadcastable(std::vector{2, 1}, a.shape()));
  EXPECT_FALSE(gpu::broadcastable(extents, shape{3}));
  EXPECT_EQ(gpu::compute_size(extents), 6u);
  EXPECT_EQ(gpu::compute_size(shape{}), 1u);
  EXPECT_THROW((void)(a + gpu::ones<int>({2})), gpu::broadcast_error);
}

TEST_P(xtensor_spelling, squeeze_takes_one_axis_and_a_policy) {
  const auto a = gpu::ones<int>({2, 1, 3});
  EXPECT_EQ(gpu::squeeze(a, 1, gpu::check_policy::full()).shape(), (shape{2, 3}));
  EXPECT_EQ(gpu::squeeze(a, -2, gpu::check_policy::none()).shape(), (shape{2, 3}));
  EXPECT_THROW((void)gpu::squeeze(a, 0, gpu::check_policy::full()), gpu::value_error);
}

TEST_P(xtensor_spelling, sets_are_found_in_ranges) {
  const ndarray<int> a = {{1, 2}, {3, 4}};
  const std::vector<int> tests = {2, 3};
  const auto found = gpu::isin(a, tests.begin(), tests.end());
  EXPECT_EQ(found.shape(), a.shape());
  EXPECT_EQ(values(found), (std::vector{false, true, true, false}));
  EXPECT_EQ(values(gpu::in1d(a, tests.data(), tests.data() + 1)),
            (std::vector{false, true, false, false}));
  const ndarray<int> others = {4, 9};
  EXPECT_EQ(values(gpu::in1d(a, others.begin(), others.end())),
            (std::vector{false, false, false, true}));
  EXPECT_EQ(values(gpu::isin(a, tests.end(), tests.end())), std::vector<bool>(4));
}

TEST_P(xtensor_spelling, histogram_takes_the_type_of_the_counts) {
  const ndarray<double> x = {0.5, 1.5, 1.7};
  const ndarray<double> edges = {0, 1, 2};
  const ndarray<double> w = {2, 1, 4};
  const auto counts = gpu::histogram<int>(x, edges, w);
  static_assert(std::is_same_v<decltype(counts)::value_type, int>);
  EXPECT_EQ(values(counts), (std::vector{2, 5}));
  EXPECT_EQ(values(gpu::histogram<float>(x, 2, 0.0, 2.0)), (std::vector<float>{1, 2}));
  EXPECT_EQ(values(gpu::histogram<double>(x, edges)), (std::vector<double>{1, 2}));
}

TEST_P(xtensor_spelling, adapt_takes_the_order_of_the_elements) {
  using gpu::layout_type;
  std::vector<int> v{1, 2, 3, 4, 5, 6};
  auto rows = gpu::adapt(v, {2, 3}, layout_type::row_major);
  rows(0, 1) = 20;
  EXPECT_EQ(values(gpu::adapt(v, {2, 3}, layout_type::column_major)),
            (std::vector{1, 3, 5, 20, 4, 6}));
  const int* const data = v.data();
  EXPECT_EQ(values(gpu::adapt(data, 6, gpu::no_ownership(), {3, 2}, layout_type::row_major)), v);
  EXPECT_THROW((void)gpu::adapt(v, {7}, layout_type::row_major), gpu::value_error);
}

TEST_P(xtensor_spelling, averages_take_an_evaluation_strategy) {
  const ndarray<double> a = {{1, 2}, {3, 4}};
  const ndarray<double> w = {1, 3};
  const auto now = gpu::evaluation_strategy::immediate;
  EXPECT_EQ(values(gpu::average(a, w, {0}, now)), (std::vector<double>{2.5, 3.5}));
  EXPECT_EQ(values(gpu::average(a, {1}, w, gpu::keepdims, now)), (std::vector<double>{1.75, 3.75}));
  EXPECT_EQ(gpu::average(a, a, now).item(), 3);
  EXPECT_EQ(gpu::average(a, now).item(), 2.5);
}

INSTANTIATE_TEST_SUITE_P(devices, xtensor_spelling, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
