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

INSTANTIATE_TEST_SUITE_P(devices, xtensor_spelling, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
