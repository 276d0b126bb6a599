// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/ndarray.hpp>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/array_method_definitions.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/ufunc/operators.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

class construction : public gpu::test::on_device {};

TEST_P(construction, without_arguments_has_no_elements) {
  const ndarray<float> a;
  EXPECT_EQ(a.shape(), shape{0});
  EXPECT_EQ(a.size(), 0u);
  EXPECT_EQ(a.device(), GetParam());
  const ndarray<float> b{};
  EXPECT_TRUE(a == b);
  EXPECT_EQ(gpu::array<float>({}).shape(), shape{0});
  EXPECT_EQ(gpu::array<int>({{}}).shape(), (shape{1, 0}));
  EXPECT_EQ(gpu::array<int>({{}, {}}).shape(), (shape{2, 0}));
}

TEST_P(construction, nested_lists_give_up_to_five_axes) {
  const ndarray<int> one{1, 2, 3};
  EXPECT_EQ(one.shape(), shape{3});
  EXPECT_EQ(values(one), (std::vector{1, 2, 3}));
  const ndarray<int> two{{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(two.shape(), (shape{2, 3}));
  EXPECT_EQ(values(two), (std::vector{1, 2, 3, 4, 5, 6}));
  const ndarray<int> three{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
  EXPECT_EQ(three.shape(), (shape{2, 2, 2}));
  EXPECT_EQ(values(three), (std::vector{1, 2, 3, 4, 5, 6, 7, 8}));
  const ndarray<int> four{{{{1, 2, 3}}}, {{{4, 5, 6}}}};
  EXPECT_EQ(four.shape(), (shape{2, 1, 1, 3}));
  EXPECT_EQ(values(four), (std::vector{1, 2, 3, 4, 5, 6}));
  const ndarray<int> five{{{{{1, 2}, {3, 4}}}}};
  EXPECT_EQ(five.shape(), (shape{1, 1, 1, 2, 2}));
  EXPECT_EQ(values(five), (std::vector{1, 2, 3, 4}));
}

TEST_P(construction, a_column_is_a_list_of_lists_of_one) {
  const ndarray<float> row{{1, 2}};
  EXPECT_EQ(row.shape(), (shape{1, 2}));
  const ndarray<float> column{{1}, {2}, {3}};
  EXPECT_EQ(column.shape(), (shape{3, 1}));
  const ndarray<float> one{{1}};
  EXPECT_EQ(one.shape(), (shape{1, 1}));
  EXPECT_EQ(gpu::array<float>({{1}, {2}, {3}}).shape(), (shape{3, 1}));
  EXPECT_EQ(gpu::array<float>({{{1}}, {{2}}}).shape(), (shape{2, 1, 1}));
  EXPECT_EQ(gpu::array<float>({{{{{1, 2}}}}}).shape(), (shape{1, 1, 1, 1, 2}));
  const ndarray<std::complex<float>> square{{1, 2}, {3, 4}};
  EXPECT_EQ(square.shape(), (shape{2, 2}));
}

TEST_P(construction, lists_of_other_element_types) {
  EXPECT_EQ(values(ndarray<bool>{true, false, true}), (std::vector<bool>{true, false, true}));
  using complex = std::complex<float>;
  EXPECT_EQ(values(ndarray<complex>{complex(1, 2), complex(3)}),
            (std::vector<complex>{{1, 2}, {3, 0}}));
  EXPECT_EQ(values(ndarray<gpu::float16>{gpu::float16(1.5f)})[0], gpu::float16(1.5f));
  EXPECT_EQ(values(ndarray<gpu::bfloat16>{gpu::bfloat16(-2.f)})[0], gpu::bfloat16(-2.f));
  EXPECT_EQ(values(ndarray<std::uint8_t>{255, 0}), (std::vector<std::uint8_t>{255, 0}));
}

TEST_P(construction, ragged_lists_are_refused_in_numpys_words) {
  const auto ragged = [] { return ndarray<int>{{1, 2}, {3}}; };
  EXPECT_EQ(message_of<gpu::shape_error>(ragged).find(
                "setting an array element with a sequence. The requested array has an "
                "inhomogeneous shape"),
            0u);
  EXPECT_THROW((ndarray<int>{{{1, 2}, {3, 4}}, {{5, 6}}}), gpu::shape_error);
  EXPECT_THROW((ndarray<int>{{{1, 2}, {3, 4}}, {{5}, {6}}}), gpu::shape_error);
}

TEST_P(construction, a_shape_and_a_value_fill) {
  const ndarray<float> a({2, 3}, 5.f);
  EXPECT_EQ(a.shape(), (shape{2, 3}));
  EXPECT_EQ(values(a), std::vector<float>(6, 5.f));
  const ndarray<float> scalar(shape{}, 7.f);
  EXPECT_EQ(scalar.dimension(), 0u);
  EXPECT_EQ(scalar.item(), 7.f);
  EXPECT_EQ(ndarray<float>({3, 0}, 1.f).size(), 0u);
}

TEST_P(construction, two_values_in_one_list_are_two_values) {
  const ndarray<float> a({3, 4});
  EXPECT_EQ(values(a), (std::vector<float>{3, 4}));
}

TEST_P(construction, from_shape_has_the_shape) {
  const auto a = ndarray<double>::from_shape({3, 4});
  EXPECT_EQ(a.shape(), (shape{3, 4}));
  EXPECT_EQ(ndarray<double>::from_shape({}).size(), 1u);
  EXPECT_EQ(ndarray<double>::from_shape({0}).size(), 0u);
  EXPECT_EQ(ndarray<double>::from_shape(std::vector<std::size_t>{2, 2}).shape(), (shape{2, 2}));
}

TEST_P(construction, from_host_copies_and_the_source_may_be_reused) {
  std::vector<float> source(1000);
  std::iota(source.begin(), source.end(), 0.f);
  const std::vector<float> expected = source;
  const auto a = gpu::from_host(source.data(), {10, 100}, GetParam());
  std::fill(source.begin(), source.end(), -1.f);
  EXPECT_EQ(values(a), expected);
  EXPECT_EQ(a(9, 99), 999.f);
  EXPECT_EQ(gpu::from_host<float>(nullptr, {0, 5}).size(), 0u);
}

TEST_P(construction, from_an_expression_of_another_dtype_converts) {
  const ndarray<int> n{1, 2, 3};
  const ndarray<double> halves = n / 2;
  EXPECT_EQ(values(halves), (std::vector{0.5, 1., 1.5}));
  const ndarray<float> floats = n;
  EXPECT_EQ(values(floats), (std::vector<float>{1, 2, 3}));
  const ndarray<int> truncated = n / 2;
  EXPECT_EQ(values(truncated), (std::vector{0, 1, 1}));
  const ndarray<bool> flags = n - 1;
  EXPECT_EQ(values(flags), (std::vector<bool>{false, true, true}));
  const ndarray<std::complex<double>> complex = n;
  EXPECT_EQ(complex(2), std::complex<double>(3));
}

TEST_P(construction, of_a_negative_extent_or_of_too_many_elements_is_refused) {
  EXPECT_THROW(static_cast<void>(gpu::zeros<float>({2, -1})), gpu::value_error);
  EXPECT_EQ(message_of<gpu::value_error>([] { return gpu::empty<float>({-3}); }),
            "negative dimensions are not allowed: (-3,)");
  EXPECT_THROW(static_cast<void>(gpu::empty<float>({1l << 40, 1l << 40})), gpu::value_error);
  EXPECT_THROW(static_cast<void>(gpu::empty<double>({1l << 62})), gpu::value_error);
}

TEST_P(construction, takes_64_axes_and_no_more) {
  const auto a = gpu::full<int>(shape(64, 1), 3);
  EXPECT_EQ(a.dimension(), 64u);
  const ndarray<int> b = a + a;
  EXPECT_EQ(b.item(), 6);
  shape wide(64, 1);
  wide[0] = 2;
  wide[63] = 3;
  const ndarray<int> c = gpu::ones<int>(wide).transpose() * 2;
  EXPECT_EQ(c.shape(0), 3);
  EXPECT_EQ(c.shape(63), 2);
  EXPECT_EQ(values(c), std::vector<int>(6, 2));
  EXPECT_THROW(static_cast<void>(gpu::zeros<int>(shape(65, 1))), gpu::value_error);
}

TEST_P(construction, one_element_in_a_row_is_a_row_at_any_depth) {
  EXPECT_EQ((ndarray<int>{{{1}, {2}}}).shape(), (shape{1, 2, 1}));
  EXPECT_EQ((ndarray<int>{{{1}}}).shape(), (shape{1, 1, 1}));
  EXPECT_EQ((ndarray<double>{{{1}, {2.5}}, {{3}, {4}}}).shape(), (shape{2, 2, 1}));
  EXPECT_EQ((ndarray<gpu::float16>{{{1}, {2.5}}}).shape(), (shape{1, 2, 1}));
  EXPECT_EQ((ndarray<std::complex<float>>{{{1}, {2}}}).shape(), (shape{1, 2, 1}));
  const ndarray<int> four = {{{{1}, {2}}}};
  EXPECT_EQ(four.shape(), (shape{1, 1, 2, 1}));
  const ndarray<bool> five = {{{{{true}}}, {{{false}}}}};
  EXPECT_EQ(five.shape(), (shape{1, 2, 1, 1, 1}));
  EXPECT_EQ(values(five), (std::vector{true, false}));
  const ndarray<std::uint8_t> six = {{{{{{1, 2}}}}}};
  EXPECT_EQ(six.shape(), (shape{1, 1, 1, 1, 1, 2}));
  const ndarray<int> without = {{{}, {}}};
  EXPECT_EQ(without.shape(), (shape{1, 2, 0}));
  ndarray<int> view = gpu::zeros<int>({2, 2, 1});
  gpu::view(view, gpu::all()) = {{{1}, {2}}};
  EXPECT_EQ(values(view), (std::vector{1, 2, 1, 2}));
  gpu::transpose(view) = {{{3, 4}, {5, 6}}};
  EXPECT_EQ(values(view), (std::vector{3, 5, 4, 6}));
}

TEST_P(construction, numbers_of_a_list_may_be_of_any_type_that_the_elements_hold) {
  const std::size_t n = 3;
  ndarray<int> a{1, 2};
  EXPECT_EQ(values(ndarray<double>{n, 2, a.shape()[0], a(1)}), (std::vector<double>{3, 2, 2, 2}));
  EXPECT_EQ(values(ndarray<float>{1.0 / 4, 1}), (std::vector<float>{0.25F, 1}));
  EXPECT_EQ(message_of<gpu::overflow_error>([] {
              (void)ndarray<std::uint8_t>{{1, 300}};
            }),
            "integer 300 out of bounds for uint8");
  const std::initializer_list<float> list = {1, 2};
  EXPECT_EQ(values(ndarray<double>(list)), (std::vector<double>{1, 2}));
  gpu::ndarray deduced{1.5, 2.5};
  static_assert(std::is_same_v<decltype(deduced), ndarray<double>>);
}

TEST_P(construction, a_pair_beside_numbers_is_a_complex_number) {
  using complex = std::complex<float>;
  const std::vector<complex> expected = {{1, 2}, 3};
  EXPECT_EQ(values(ndarray<complex>{{1, 2}, 3}), expected);
  EXPECT_EQ(values(ndarray<complex>({{{1, 2}, 3}})), expected);
  EXPECT_THROW((ndarray<complex>{{1, 2, 3}, 3}), gpu::shape_error);
}

TEST_P(construction, numbers_do_not_stand_beside_lists) {
  const std::string words =
      "setting an array element with a sequence. The requested array has an inhomogeneous shape: ";
  const auto refused = [](const auto& make) { return message_of<gpu::shape_error>(make); };
  EXPECT_EQ(refused([] { (void)ndarray<int>{{1, 2}, {3}}; }), words + "extents 2 and 1 on axis 1");
  EXPECT_EQ(refused([] {
              (void)ndarray<int>{{{1}}, {{2}, {3}}};
            }),
            words + "extents 1 and 2 on axis 1");
  EXPECT_EQ(refused([] { (void)ndarray<int>{1, {2}}; }), words + "numbers and lists on axis 0");
  EXPECT_EQ(refused([] { (void)ndarray<int>{{1}, 2}; }), words + "numbers and lists on axis 0");
  EXPECT_EQ(refused([] { (void)ndarray<int>{{{}}, {1}}; }), words + "numbers and lists on axis 1");
  EXPECT_EQ(refused([] { (void)ndarray<int>{{}, {{1}}}; }), words + "extents 0 and 1 on axis 1");
}

INSTANTIATE_TEST_SUITE_P(devices, construction, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
