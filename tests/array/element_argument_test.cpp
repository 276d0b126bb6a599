// SPDX-License-Identifier: BSD-3-Clause
// Elements of arrays where functions take numbers, and arrays of one element where elements are
// written.
#include <complex>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::expression;
using gpu::ndarray;
using gpu::test::message_of;
using gpu::test::values;

class elements : public gpu::test::on_device {
 protected:
  static ndarray<double> array() { return {1, 4, 2}; }
};

TEST_P(elements, are_ends_of_sequences) {
  const ndarray<double> sorted{1, 4};
  ndarray<double> x = array();
  EXPECT_EQ(values(gpu::linspace(x(0), x(1), 4)), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(values(gpu::linspace(0, x(1), 2, false)), (std::vector<double>{0, 2}));
  static_assert(std::is_same_v<decltype(gpu::linspace<float>(x(0), 4, 4)), ndarray<float>>);
  EXPECT_EQ(values(gpu::logspace(x(0), x(2), 2)), (std::vector<double>{10, 100}));
  EXPECT_EQ(values(gpu::geomspace(x(0), x(1), 3)), values(gpu::geomspace(1.0, 4.0, 3)));
}

TEST_P(elements, are_searched_and_appended) {
  ndarray<double> x = array();
  const ndarray<double> sorted{1, 2, 4};
  EXPECT_EQ(gpu::searchsorted(sorted, x(1)).item(), 2);
  EXPECT_EQ(gpu::searchsorted(sorted, x(1), "right").item(), 3);
  EXPECT_EQ(values(gpu::append(x, x(0))), (std::vector<double>{1, 4, 2, 1}));
  EXPECT_EQ(values(gpu::insert(x, 1, x(2))), (std::vector<double>{1, 2, 4, 2}));
  EXPECT_EQ(values(gpu::diff(x, 1, -1, x(1))), (std::vector<double>{-3, 3, -2}));
  EXPECT_EQ(values(gpu::pad(x, 1, gpu::pad_mode::constant, gpu::constant_values(x(1)))),
            (std::vector<double>{4, 1, 4, 2, 4}));
  EXPECT_EQ(values(gpu::isin(sorted, x(0))), (std::vector<bool>{true, false, false}));
}

TEST_P(elements, are_where_functions_are_evaluated) {
  ndarray<double> x = array();
  ndarray<double> q{0.5, 50};
  EXPECT_EQ(gpu::interp(x(2), ndarray<double>{1, 3}, ndarray<double>{10, 30}).item(), 20);
  EXPECT_EQ(gpu::polyval(x, x(2)).item(), 14);
  EXPECT_EQ(gpu::polyval({1, 0, 1}, x(1)).item(), 17);
  EXPECT_EQ(gpu::quantile(x, q(0)).item(), 2);
  EXPECT_EQ(gpu::percentile(x, q(1), 0, gpu::keepdims).shape(), gpu::shape{1});
}

TEST_P(elements, are_written) {
  ndarray<double> x = array();
  gpu::put(x, {0}, x(1));
  EXPECT_EQ(x(0), 4);
  ndarray<int> m = gpu::zeros<int>({2, 2});
  gpu::fill_diagonal(m, x(1));
  EXPECT_EQ(m, (ndarray<int>{{4, 0}, {0, 4}}));
}

TEST_P(elements, are_written_through_views) {
  ndarray<double> a{1, 5, 3};
  ndarray<double> m = gpu::zeros<double>({2, 3});
  gpu::view(m, 0) = a(1);
  gpu::row(m, 1) = a(2);
  EXPECT_EQ(values(m), (std::vector<double>{5, 5, 5, 3, 3, 3}));
  gpu::view(m, m > 4) = a(0);
  gpu::diagonal(m) = a(1);
  EXPECT_EQ(values(m), (std::vector<double>{5, 1, 1, 3, 5, 3}));
  gpu::flatten(m) = a(0);
  EXPECT_EQ(values(m), std::vector<double>(6, 1.0));
  gpu::copyto(a, m(0, 0));
  EXPECT_EQ(values(a), std::vector<double>(3, 1.0));
  ndarray<std::uint8_t> bytes{1, 2};
  ndarray<int> wide{300};
  EXPECT_THROW(gpu::view(bytes, 0) = wide(0), gpu::overflow_error);
  EXPECT_EQ(values(bytes), (std::vector<std::uint8_t>{1, 2}));
}

TEST_P(elements, fill_and_are_compared) {
  ndarray<double> a{1, 5, 3};
  EXPECT_EQ(values(gpu::full(2, a(1))), (std::vector<double>{5, 5}));
  EXPECT_EQ(values(gpu::full({2, 2}, gpu::mean(a))), (std::vector<double>(4, 3.0)));
  EXPECT_TRUE(gpu::isclose(a(2), 3.0));
  EXPECT_EQ(values(gpu::isclose(a, a(2))), (std::vector{false, false, true}));
  EXPECT_FALSE(gpu::allclose(a, a(0)));
  EXPECT_EQ(values(gpu::array({gpu::sum(a), gpu::mean(a)})), (std::vector<double>{9, 3}));
}

TEST_P(elements, are_found_by_computed_indices) {
  ndarray<double> a{1, 5, 3};
  a(gpu::argmax(a)) = 0;
  EXPECT_EQ(values(a), (std::vector<double>{1, 0, 3}));
  const auto least = gpu::argmin(a);
  EXPECT_EQ(a(least), 0);
  EXPECT_EQ(std::as_const(a)(least), 0);
  ndarray<int> m{{1, 2}, {3, 4}};
  EXPECT_EQ(m(1, gpu::argmax(gpu::view(m, 1))), 4);
  EXPECT_THROW((void)a(gpu::argmax(m, 1)), gpu::value_error);
}

TEST_P(elements, take_the_only_element_of_an_array) {
  ndarray<double> x = array();
  x(0) = gpu::sum(x);
  EXPECT_EQ(values(x), (std::vector<double>{7, 4, 2}));
  x(1) += gpu::max(x);
  x(2) *= gpu::view(x, gpu::range(1));
  EXPECT_EQ(values(x), (std::vector<double>{7, 11, 14}));
  ndarray<double> m = gpu::zeros<double>({2, 2});
  gpu::view(m, 1)(0) = gpu::min(x);
  EXPECT_EQ(m, (ndarray<double>{{0, 0}, {7, 0}}));
  ndarray<std::int8_t> small{1, 2};
  small(0) = gpu::max(x);
  EXPECT_EQ(small(0), 14);
  EXPECT_THROW(small(1) = gpu::sum(x) * 100, gpu::overflow_error);
  ndarray<std::complex<double>> z{{1, 2}};
  z(0) = gpu::sum(x);
  EXPECT_EQ(std::complex<double>(z(0)), 32.0);
  EXPECT_EQ(message_of<gpu::value_error>([&] { x(0) = x + 1; }),
            "can only convert an array of size 1 to a scalar, not one of shape (3,)");
  EXPECT_EQ(x(0), 7);
}

TEST_P(elements, of_shared_memory_are_written_to_a_copy) {
  ndarray<float> x{1, 2, 3};
  const ndarray<float> copy = x;
  const expression<float> doubled = x * 2.0f;
  x(1) = 7;
  auto part = gpu::view(x, gpu::range(1, 3));
  part(1) = 8;
  EXPECT_EQ(values(x), (std::vector<float>{1, 7, 8}));
  EXPECT_EQ(values(copy), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(values(doubled), (std::vector<float>{2, 4, 6}));
  x = ndarray<float>{5};  // the view stays with the former value
  part(0) = 9;
  EXPECT_EQ(values(part), (std::vector<float>{9, 8}));
  EXPECT_EQ(values(x), (std::vector<float>{5}));
}

TEST_P(elements, of_views_of_views_are_those_of_the_array) {
  ndarray<int> m = gpu::reshape(gpu::arange<int>(24), {4, 6});
  const auto turned = gpu::transpose(gpu::view(m, gpu::range(1, 4), gpu::range(5, 0, -2)));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_EQ(turned(i, j), m(1 + j, 5 - 2 * i));
  gpu::view(m, gpu::range(1, 4), gpu::range(5, 0, -2))(2, 1) = -1;
  EXPECT_EQ(m(3, 3), -1);
  gpu::reshape_view(m, {24})(23) = -2;
  EXPECT_EQ(m(3, 5), -2);
  gpu::view(m, ndarray<int>{0, 3})(1, 0) = -3;
  EXPECT_EQ(m(3, 0), -3);
}

INSTANTIATE_TEST_SUITE_P(devices, elements, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
