// SPDX-License-Identifier: BSD-3-Clause
// Polynomials as values: what NumPy's poly1d is and prints.
#include <gpu/linalg/poly1d_functions.hpp>

#include <complex>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/core/error.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::poly1d;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

using number = std::complex<double>;
using integers = std::vector<std::int64_t>;

template <class T>
std::vector<T> coefficients(const poly1d<T>& p) {
  return values(p.coefficients());
}

class poly1d_test : public gpu::test::on_device {
 protected:
  const poly1d<std::int64_t> p() const { return {1, -3, 2}; }
  const poly1d<double> q() const { return {2.5, 0, -1}; }
};

TEST_P(poly1d_test, has_no_leading_zeros) {
  EXPECT_EQ(coefficients(poly1d{0, 0, 1, 2}), (std::vector{1, 2}));
  EXPECT_EQ(coefficients(poly1d{0.0, 0.0}), std::vector{0.0});
  EXPECT_EQ(coefficients(poly1d(gpu::zeros<float>({0}))), std::vector{0.0f});
  EXPECT_EQ(coefficients(poly1d(ndarray<int>(5))), std::vector{5});
  EXPECT_EQ(poly1d(gpu::arange<int>(4)).order(), 2);
  EXPECT_EQ(p().o(), 2);
  EXPECT_EQ(p().device(), GetParam());
  EXPECT_EQ(message_of<gpu::value_error>([] {
              static_cast<void>(poly1d(gpu::zeros<int>({1, 2})));
            }),
            "Polynomial must be 1d only.");
}

TEST_P(poly1d_test, has_coefficients_by_power) {
  EXPECT_EQ(p()[2], 1);
  EXPECT_EQ(p()[0], 2);
  EXPECT_EQ(p()[5], 0);
  EXPECT_EQ(p()[-1], 0);
  poly1d<int> a{1, 2};
  a.set(4, 7);
  EXPECT_EQ(coefficients(a), (std::vector{7, 0, 0, 1, 2}));
  a.set(0, 9);
  a.set(1, 0);
  EXPECT_EQ(coefficients(a), (std::vector{7, 0, 0, 0, 9}));
  a.set(2, 3);
  EXPECT_EQ(coefficients(a), (std::vector{7, 0, 3, 0, 9}));
  a.set(5, 1);
  EXPECT_EQ(coefficients(a), (std::vector{1, 7, 0, 3, 0, 9}));
  EXPECT_EQ(message_of<gpu::value_error>([&] { a.set(-1, 2); }),
            "Does not support negative powers. (-1)");
  EXPECT_EQ(coefficients(a), (std::vector{1, 7, 0, 3, 0, 9}));
}

TEST_P(poly1d_test, is_called_with_points) {
  EXPECT_EQ(values(p()(ndarray<double>{0, 0.5, 2})), (std::vector{2.0, 0.75, 0.0}));
  EXPECT_EQ(std::int64_t(p()(3)), 2);
  static_assert(std::is_same_v<decltype(p()(ndarray<float>{1}))::value_type, double>);
  EXPECT_EQ(double(q()(gpu::arange<int>(3))(2)), 9.0);
}

TEST_P(poly1d_test, is_called_with_polynomials) {
  EXPECT_EQ(coefficients(p()(q())), (std::vector{6.25, 0.0, -12.5, 0.0, 6.0}));
  EXPECT_EQ(coefficients(q()(p())), (std::vector{2.5, -15.0, 32.5, -30.0, 9.0}));
}

TEST_P(poly1d_test, is_added_and_multiplied) {
  EXPECT_EQ(coefficients(p() + q()), (std::vector{3.5, -3.0, 1.0}));
  EXPECT_EQ(coefficients(p() - q()), (std::vector{-1.5, -3.0, 3.0}));
  EXPECT_EQ(coefficients(p() * q()), (std::vector{2.5, -7.5, 4.0, 3.0, -2.0}));
  EXPECT_EQ(coefficients(p() * 2), (integers{2, -6, 4}));
  EXPECT_EQ(coefficients(2 * p()), (integers{2, -6, 4}));
  EXPECT_EQ(coefficients(p() + 1), (integers{1, -3, 3}));
  EXPECT_EQ(coefficients(1 - p()), (integers{-1, 3, -1}));
  EXPECT_EQ(coefficients(-p()), (integers{-1, 3, -2}));
  EXPECT_EQ(coefficients(p() - p()), integers{0});
  EXPECT_EQ(coefficients(poly1d{1, 2} * poly1d{0}), std::vector{0});
  EXPECT_EQ(coefficients(p() + ndarray<std::int64_t>{1, 2, 3, 4}), (integers{1, 3, 0, 6}));
  EXPECT_EQ(coefficients(poly1d{1.0f, 2.0f} + 1.5), (std::vector{1.0f, 3.5f}));
  EXPECT_EQ(coefficients(poly1d{1, 2} * 0.5), (std::vector{0.5, 1.0}));
}

TEST_P(poly1d_test, is_divided) {
  EXPECT_EQ(coefficients(p() / 2), (std::vector{0.5, -1.5, 1.0}));
  EXPECT_EQ(coefficients(2 / poly1d{1.0, 4.0}), (std::vector{2.0, 0.5}));
  const auto [quotient, rest] = q() / p();
  EXPECT_EQ(coefficients(quotient), std::vector{2.5});
  EXPECT_EQ(coefficients(rest), (std::vector{7.5, -6.0}));
}

TEST_P(poly1d_test, is_raised_to_powers) {
  EXPECT_EQ(coefficients(p().pow(3)), (integers{1, -9, 33, -63, 66, -36, 8}));
  EXPECT_EQ(coefficients(p().pow(0)), integers{1});
  EXPECT_EQ(message_of<gpu::value_error>([&] { static_cast<void>(p().pow(-1)); }),
            "Power to non-negative integers only, not to -1.");
}

TEST_P(poly1d_test, is_derived_and_integrated) {
  EXPECT_EQ(coefficients(p().deriv()), (integers{2, -3}));
  EXPECT_EQ(coefficients(p().deriv(2)), integers{2});
  EXPECT_EQ(coefficients(p().deriv(3)), integers{0});
  EXPECT_EQ(coefficients(p().integ()), (std::vector{1.0 / 3, -1.5, 2.0, 0.0}));
  EXPECT_EQ(coefficients(p().integ(2, {3, 4})), (std::vector{1.0 / 3 / 4, -0.5, 1.0, 3.0, 4.0}));
}

TEST_P(poly1d_test, is_equal_to_the_same_polynomial) {
  EXPECT_TRUE((p() == poly1d{0.0, 1.0, -3.0, 2.0}));
  EXPECT_FALSE(p() == q());
  EXPECT_TRUE(p() != poly1d<int>{1});
}

TEST_P(poly1d_test, has_roots) {
  const auto roots = values(p().roots());
  ASSERT_EQ(roots.size(), 2u);
  EXPECT_NEAR(std::abs(roots[0] - 2.0), 0, 1e-14);
  EXPECT_NEAR(std::abs(roots[1] - 1.0), 0, 1e-14);
  EXPECT_EQ(values(gpu::roots({1, -3, 2})), roots);
  EXPECT_EQ(values(gpu::roots(std::vector{1, -3, 2})), roots);
  EXPECT_EQ(coefficients(poly1d<double>::from_roots({1, 2, 3})),
            (std::vector{1.0, -6.0, 11.0, -6.0}));
}

TEST_P(poly1d_test, prints_exponents_above) {
  EXPECT_EQ((poly1d{1.5, -2.0, 0.0, 1e-5, 12345.678}.str()),
            "     4     3\n1.5 x - 2 x + 1e-05 x + 1.235e+04");
  EXPECT_EQ((poly1d{number(1, 2), number(0), number(0, 3), number(-1)}.str()),
            "          3\n(1 + 2j) x + 3j x - 1");
  EXPECT_EQ((poly1d{-5}.str()), " \n-5");
  EXPECT_EQ((poly1d{0}.str()), " \n0");
  EXPECT_EQ((poly1d<int>({1, 0}, "t").str()), " \n1 t");
  EXPECT_EQ((poly1d{-1, 1, 0, 0}.str()), "    3     2\n-1 x + 1 x");
  EXPECT_EQ(
      (poly1d{std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity()}
           .str()),
      " \nnan x - inf");
  EXPECT_EQ((poly1d{2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}.str()), "   11\n2 x  + 1");
  std::ostringstream out;
  out << -p();
  EXPECT_EQ(out.str(), "    2\n-1 x + 3 x - 2");
}

TEST_P(poly1d_test, prints_long_ones_in_several_lines) {
  EXPECT_EQ(poly1d(gpu::arange<int>(1, 20)).str(),
            "   18     17     16     15     14     13     12     11     10      9\n"
            "1 x  + 2 x  + 3 x  + 4 x  + 5 x  + 6 x  + 7 x  + 8 x  + 9 x  + 10 x\n"
            "       8      7      6      5      4      3      2\n"
            " + 11 x + 12 x + 13 x + 14 x + 15 x + 16 x + 17 x + 18 x + 19");
}

TEST_P(poly1d_test, has_a_repr) {
  EXPECT_EQ(p().repr(), "poly1d([ 1, -3,  2])");
  EXPECT_EQ((poly1d{1.0f, 2.0f}.repr()), "poly1d([1., 2.], dtype=float32)");
}

TEST_P(poly1d_test, is_an_argument_of_functions_of_polynomials) {
  const std::vector<int> v = {1, 2, 3};
  const poly1d<std::int64_t> z({1, 2}, "z");
  EXPECT_EQ(coefficients(gpu::polyadd(z, {1, 2, 3})), (integers{1, 3, 5}));
  EXPECT_EQ(gpu::polyadd({1, 2, 3}, z).variable(), "z");
  EXPECT_EQ(coefficients(gpu::polysub(v, z)), (integers{1, 1, 1}));
  EXPECT_EQ(coefficients(gpu::polysub(z, z)), integers{0});
  EXPECT_EQ(coefficients(gpu::polymul(z, 2)), (integers{2, 4}));
  EXPECT_EQ(coefficients(gpu::polymul(z, ndarray<float>{0.5f})), (std::vector{0.5, 1.0}));
  const auto [quotient, rest] = gpu::polydiv(z, {1, 1});
  EXPECT_EQ(quotient, poly1d{1.0});
  EXPECT_EQ(rest, poly1d{1.0});
  EXPECT_EQ(coefficients(gpu::polyder(p())), (integers{2, -3}));
  EXPECT_EQ(coefficients(gpu::polyint(z)), (std::vector{0.5, 2.0, 0.0}));
  EXPECT_EQ(coefficients(gpu::polyint(z, 1, 7)), (std::vector{0.5, 2.0, 7.0}));
  EXPECT_EQ(gpu::polyint(z).variable(), "z");
  EXPECT_EQ(values(gpu::roots(z)), std::vector{number(-2)});
}

TEST_P(poly1d_test, has_values_in_any_form) {
  const std::vector<int> v = {3, 4};
  EXPECT_EQ(values(gpu::polyval(p(), {3, 4})), (integers{2, 6}));
  EXPECT_EQ(values(gpu::polyval(p(), v)), (integers{2, 6}));
  EXPECT_EQ(gpu::polyval(p(), 4).item(), 6);
  EXPECT_EQ(values(p()({3, 4})), (integers{2, 6}));
  EXPECT_EQ(values(p()(v)), (integers{2, 6}));
  const ndarray<int> at = {3, 4};
  EXPECT_EQ(p()(at(1)).item(), 6);
  EXPECT_EQ(coefficients(gpu::polyval({1, 0, 2}, poly1d{1, 1})), (std::vector{1.0, 2.0, 3.0}));
  EXPECT_EQ(coefficients(gpu::polyval(poly1d{1, 0, 2}, poly1d{1, 1})), (std::vector{1, 2, 3}));
  EXPECT_EQ(coefficients(gpu::polyval(ndarray<int>{1, 0, 2}, poly1d{1, 1})),
            (std::vector{1, 2, 3}));
}

TEST_P(poly1d_test, is_computed_with_vectors) {
  const std::vector<int> v = {1, 2};
  EXPECT_EQ(coefficients(p() + v), (integers{1, -2, 4}));
  EXPECT_EQ(coefficients(v - p()), (integers{-1, 4, 0}));
  EXPECT_EQ(coefficients(v * p()), (integers{1, -1, -4, 4}));
  EXPECT_EQ((p() / v).second, poly1d{12.0});
}

INSTANTIATE_TEST_SUITE_P(devices, poly1d_test, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
