// SPDX-License-Identifier: BSD-3-Clause
// Power series: the values are those of numpy.polynomial.
#include <gpu/array/polynomial_series.hpp>

#include <cmath>
#include <complex>
#include <limits>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/explain.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

namespace polynomial = gpu::polynomial;

using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

using doubles = std::vector<double>;

template <class Act>
std::string value_error_of(const Act& act) {
  return message_of<gpu::value_error>([&] { static_cast<void>(act()); });
}

class polynomial_series : public gpu::test::on_device {
 protected:
  /// first ... first + 3 of shape (2, 2).
  static ndarray<int> square(int first = 0) {
    ndarray<int> a = gpu::arange<int>(first, first + 4);
    a.reshape({2, 2});
    return a;
  }
};

TEST_P(polynomial_series, values_by_horner) {
  const ndarray<int> c = {1, 2, 3};
  EXPECT_EQ(double(polynomial::polyval(1, c)), 6.0);
  EXPECT_EQ(values(polynomial::polyval(square(), c)), (doubles{1, 6, 17, 34}));
  EXPECT_EQ(gpu::explain(polynomial::polyval(square() + 0, c) * 2).rfind("1 kernel", 0), 0u);
  const auto single = polynomial::polyval(ndarray<float>{2}, ndarray<float>{1, 2, 3});
  static_assert(std::is_same_v<decltype(single)::value_type, float>);
  EXPECT_EQ(values(single), std::vector{17.0f});
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(std::isnan(double(polynomial::polyval(infinity, c))));
  EXPECT_THROW(static_cast<void>(polynomial::polyval(2, gpu::zeros<int>({0}))), gpu::index_error);
}

TEST_P(polynomial_series, values_of_several_series) {
  const ndarray<int> x = {1, 2};
  const auto every = polynomial::polyval(x, square());
  EXPECT_EQ(every.shape(), (shape{2, 2}));
  EXPECT_EQ(values(every), (doubles{2, 4, 4, 7}));
  EXPECT_EQ(values(polynomial::polyval(x, square(), false)), (doubles{2, 7}));
  ndarray<int> matrix = gpu::arange<int>(1, 7);
  matrix.reshape({2, 3});
  const auto of_matrix = polynomial::polyval(matrix, square());
  EXPECT_EQ(of_matrix.shape(), (shape{2, 2, 3}));
  EXPECT_EQ(values(of_matrix), (doubles{2, 4, 6, 8, 10, 12, 4, 7, 10, 13, 16, 19}));
}

TEST_P(polynomial_series, values_from_roots) {
  EXPECT_EQ(double(polynomial::polyvalfromroots(1, ndarray<int>{1, 2, 3})), 0.0);
  EXPECT_EQ(values(polynomial::polyvalfromroots(square(), ndarray<int>{-1, 0, 1})),
            (doubles{0, 0, 6, 24}));
  const ndarray<int> x = {-2, 1};
  EXPECT_EQ(values(polynomial::polyvalfromroots(x, square(-2))), (doubles{0, 3, 3, 0}));
  EXPECT_EQ(values(polynomial::polyvalfromroots(x, square(-2), false)), (doubles{0, 0}));
  EXPECT_EQ(values(polynomial::polyvalfromroots(x * 1.5, gpu::zeros<int>({0}))), (doubles{1, 1}));
  EXPECT_EQ(value_error_of([&] {
              return polynomial::polyvalfromroots(x, ndarray<int>{1, 2}, false);
            }),
            "x.ndim must be < r.ndim when tensor == False, not 1 and 1");
}

TEST_P(polynomial_series, powers) {
  const auto powers = polynomial::polyvander(ndarray<int>{-1, 2, 3}, 3);
  EXPECT_EQ(powers.shape(), (shape{3, 4}));
  EXPECT_EQ(values(powers), (doubles{1, -1, 1, -1, 1, 2, 4, 8, 1, 3, 9, 27}));
  EXPECT_EQ(polynomial::polyvander(ndarray<double>(2.0), 2).shape(), (shape{1, 3}));
  EXPECT_EQ(values(polynomial::polyvander(square(1), 1)), (doubles{1, 1, 1, 2, 1, 3, 1, 4}));
  EXPECT_EQ(polynomial::polyvander(square(), 0).shape(), (shape{2, 2, 1}));
  EXPECT_EQ(polynomial::polyvander(gpu::zeros<float>({0}), 2).shape(), (shape{0, 3}));
  const double infinity = std::numeric_limits<double>::infinity();
  const auto beyond = values(polynomial::polyvander(ndarray<double>{infinity}, 1));
  EXPECT_TRUE(std::isnan(beyond[0]));
  EXPECT_EQ(beyond[1], infinity);
  EXPECT_EQ(value_error_of([] { return polynomial::polyvander(square(), -1); }),
            "deg must be non-negative, not -1");
}

TEST_P(polynomial_series, companion_matrices) {
  const auto companion = polynomial::polycompanion(ndarray<int>{1, 2, 3, 4, 0, 0});
  EXPECT_EQ(companion.shape(), (shape{3, 3}));
  EXPECT_EQ(values(companion), (doubles{0, 0, -0.25, 1, 0, -0.5, 0, 1, -0.75}));
  EXPECT_EQ(values(polynomial::polycompanion(ndarray<float>{2, 4})), std::vector{-0.5f});
  EXPECT_EQ(value_error_of([] {
              return polynomial::polycompanion(ndarray<int>{2, 0});
            }),
            "Series must have maximum degree of at least 1.");
}

TEST_P(polynomial_series, as_series) {
  const auto series =
      polynomial::as_series(gpu::xtuple(ndarray<int>{1, 2, 0}, ndarray<double>{3, 0.5}, 2));
  ASSERT_EQ(series.size(), 3u);
  EXPECT_EQ(values(series[0]), (doubles{1, 2}));
  EXPECT_EQ(values(series[1]), (doubles{3, 0.5}));
  EXPECT_EQ(values(series[2]), doubles{2});
  EXPECT_EQ(values(polynomial::as_series({ndarray<double>{1.5, 0}}, false)[0]), (doubles{1.5, 0}));
  EXPECT_EQ(values(polynomial::as_series(square() * ndarray<int>{1, 0})[1]), doubles{2});
  using single = std::complex<float>;
  const auto of_both =
      polynomial::as_series(gpu::xtuple(ndarray<float>{1, 2}, ndarray<single>{single(1)}));
  static_assert(std::is_same_v<decltype(of_both)::value_type::value_type, single>);
  EXPECT_EQ(value_error_of([] { return polynomial::as_series({gpu::zeros<int>({0})}); }),
            "Coefficient array is empty");
  EXPECT_EQ(value_error_of([] {
              return polynomial::as_series({gpu::zeros<int>({1, 2})});
            }),
            "Coefficient array is not 1-d, but of shape (1,2)");
}

TEST_P(polynomial_series, without_ends) {
  EXPECT_EQ(values(polynomial::trimseq(ndarray<int>{1, 0, 2, 0, 0})), (std::vector{1, 0, 2}));
  EXPECT_EQ(values(polynomial::trimseq(ndarray<int>{0, 0})), std::vector{0});
  EXPECT_EQ(polynomial::trimseq(gpu::zeros<float>({0})).shape(), shape{0});
  EXPECT_EQ(values(polynomial::trimcoef(ndarray<int>{0, 0, 3, 0, 5, 0, 0})),
            (doubles{0, 0, 3, 0, 5}));
  EXPECT_EQ(values(polynomial::trimcoef(ndarray<double>{0, 0, 1e-3, 0, 1e-5, 0, 0}, 1e-3)),
            doubles{0});
  EXPECT_EQ(values(polynomial::trimcoef(ndarray<double>{1e-5, -2e-3, 2e-5}, 1e-3)),
            (doubles{1e-5, -2e-3}));
  EXPECT_EQ(values(polynomial::trimcoef(ndarray<double>{-1e-5, 2e-5}, 1e-3)), doubles{0});
  EXPECT_EQ(value_error_of([] { return polynomial::trimcoef(ndarray<int>{1}, -1); }),
            "tol must be non-negative, not -1");
}

TEST_P(polynomial_series, takes_vectors_and_lists) {
  const ndarray<double> x = {0, 1, 2};
  const doubles at_x = {1, 6, 17};
  const auto value = polynomial::polyval(x, {1., 2., 3.});
  EXPECT_EQ(value.device(), GetParam());
  EXPECT_EQ(values(value), at_x);
  EXPECT_EQ(values(polynomial::polyval(x, {1, 2.0, 3})), at_x);
  EXPECT_EQ(values(polynomial::polyval(x, doubles{1, 2, 3})), at_x);
  EXPECT_EQ(values(polynomial::polyval({0, 1, 2}, {1, 2, 3})), at_x);
  EXPECT_EQ(values(polynomial::polyval(doubles{0, 1, 2}, ndarray<int>{1, 2, 3})), at_x);
  EXPECT_EQ(double(polynomial::polyval(2, {1, 2, 3})), 17);
  EXPECT_EQ(double(polynomial::polyval(x(2), {1, 2, 3})), 17);
  EXPECT_EQ(values(polynomial::polyval(2, {{1, 2}, {3, 4}})), (doubles{7, 10}));
  EXPECT_EQ(values(polynomial::polyval({1, 2}, {{1, 2}, {3, 4}}, false)), (doubles{4, 10}));
  EXPECT_EQ(double(polynomial::polyvalfromroots(1, {-1, 0, 1})), 0);
  EXPECT_EQ(values(polynomial::polyvalfromroots({2, 3}, std::vector{-1, 0, 1})), (doubles{6, 24}));
  EXPECT_EQ(values(polynomial::polyvander({-1, 2}, 2)), (doubles{1, -1, 1, 1, 2, 4}));
  EXPECT_EQ(values(polynomial::polyvander(std::vector{2.0f}, 1)), (std::vector{1.0f, 2.0f}));
  EXPECT_EQ(values(polynomial::polycompanion({2, 4})), doubles{-0.5});
  EXPECT_EQ(values(polynomial::polycompanion({1, 2.5})), doubles{-0.4});
  EXPECT_EQ(values(polynomial::polycompanion(doubles{1, 2, 4})), (doubles{0, -0.25, 1, -0.5}));
  EXPECT_THROW(static_cast<void>(polynomial::polyval(2, {1, std::complex<double>(1)})),
               gpu::dtype_error);
}

TEST_P(polynomial_series, trims_vectors_and_lists) {
  EXPECT_EQ(values(polynomial::trimseq({0, 0, 0, 5, 0, 0})), (std::vector{0, 0, 0, 5}));
  EXPECT_EQ(values(polynomial::trimseq({1, 2.5, 0})), (doubles{1, 2.5}));
  EXPECT_EQ(values(polynomial::trimseq(std::vector{1.5f, 0.0f})), std::vector{1.5f});
  EXPECT_EQ(values(polynomial::trimcoef({0, 0, 3, 0, 5, 0, 0})), (doubles{0, 0, 3, 0, 5}));
  EXPECT_EQ(values(polynomial::trimcoef({0., 0., 1e-3, 0., 1e-5, 0., 0.}, 1e-3)), doubles{0});
  using z = std::complex<double>;
  EXPECT_EQ(values(polynomial::trimcoef({z(3e-4), z(1e-3, -1e-3), z(5e-4)}, 1e-3)),
            (std::vector{z(3e-4), z(1e-3, -1e-3)}));
  const auto series = polynomial::as_series({2, {1.1, 0.0}});
  ASSERT_EQ(series.size(), 2u);
  EXPECT_EQ(values(series[0]), doubles{2});
  EXPECT_EQ(values(series[1]), doubles{1.1});
  EXPECT_EQ(values(polynomial::as_series({2, {1.1, 0.0}}, false)[1]), (doubles{1.1, 0}));
  EXPECT_EQ(value_error_of([] {
              return polynomial::as_series({{1, 2}, {}});
            }),
            "Coefficient array is empty");
  EXPECT_THROW(static_cast<void>(polynomial::as_series({{1, std::complex<double>(2)}})),
               gpu::dtype_error);
}

INSTANTIATE_TEST_SUITE_P(devices, polynomial_series, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
