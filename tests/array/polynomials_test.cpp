// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/polynomials.hpp>

#include <cmath>
#include <complex>
#include <functional>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/asarray.hpp>
#include <gpu/array/ufunc/operators.hpp>

#include "support/device.hpp"
#include "support/explained_kernels.hpp"
#include "support/golden_lines.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::kernels_of;
using gpu::test::message_of;
using gpu::test::values;

/// "int64:0x1p+0,0x1p+1" as what the function gets and gives.
struct vector {
  std::string type;
  std::vector<double> elements;
};

vector parsed(const std::string& text) {
  vector result{text.substr(0, text.find(':')), {}};
  const std::string list = text.substr(text.find(':') + 1);
  if (list != "-")
    for (const std::string& part : gpu::test::parts_of(list, ','))
      result.elements.push_back(std::stod(part));
  return result;
}

template <class A>
vector vector_of(const A& a) {
  vector result{std::string(gpu::traits(a.dtype()).name), {}};
  for (const auto x : values(a)) result.elements.push_back(static_cast<double>(x));
  return result;
}

template <class Function>
auto with_array(const std::string& text, const Function& function) {
  const vector p = parsed(text);
  if (p.type == "int64") return function(gpu::fromiter<std::int64_t>(p.elements));
  if (p.type == "float32") return function(gpu::fromiter<float>(p.elements));
  return function(gpu::fromiter<double>(p.elements));
}

std::vector<vector> called(const std::vector<std::string>& call) {
  using results = std::vector<vector>;
  const std::string& name = call[0];
  return with_array(call[1], [&](const auto& p) -> results {
    if (name == "polyder") return {vector_of(gpu::polyder(p, std::stoi(call[2])))};
    if (name == "poly") return {vector_of(gpu::poly(p))};
    if (name == "polyint") {
      const int order = std::stoi(call[2]);
      if (order == 1) return {vector_of(gpu::polyint(p, 1, 3))};
      if (order == 2) return {vector_of(gpu::polyint(p, 2, {3, 5}))};
      return {vector_of(gpu::polyint(p, 3, {3.0, 5.0, -1.0}))};
    }
    return with_array(call[2], [&](const auto& q) -> results {
      if (name == "polyadd") return {vector_of(gpu::polyadd(p, q))};
      if (name == "polysub") return {vector_of(gpu::polysub(p, q))};
      if (name == "polymul") return {vector_of(gpu::polymul(p, q))};
      if (name == "polyval") return {vector_of(gpu::polyval(p, q))};
      const auto [quotient, rest] = gpu::polydiv(p, q);
      return {vector_of(quotient), vector_of(rest)};
    });
  });
}

class polynomials : public gpu::test::on_device {};

TEST_P(polynomials, are_those_of_numpy) {
  int compared = 0;
  for (const auto& line : gpu::test::golden_lines("array/polynomials.txt")) {
    const auto all = called(line.call);
    const auto wanted = gpu::test::parts_of(line.second, ' ');
    ASSERT_EQ(all.size(), wanted.size()) << line.whole;
    for (std::size_t k = 0; k < all.size(); ++k) {
      const vector one = parsed(wanted[k]);
      EXPECT_EQ(all[k].type, one.type) << line.whole;
      ASSERT_EQ(all[k].elements.size(), one.elements.size()) << line.whole;
      for (std::size_t i = 0; i < one.elements.size(); ++i)
        EXPECT_NEAR(all[k].elements[i], one.elements[i], 1e-15 * std::abs(one.elements[i]))
            << line.whole;
    }
    ++compared;
  }
  EXPECT_GT(compared, 200);
}

TEST_P(polynomials, are_evaluated_in_one_kernel) {
  const ndarray<float> x{0, 1, 2};
  const auto e = gpu::polyval({1, 2, 3}, x * 2) + 1;
  EXPECT_EQ(kernels_of(e), "1 kernel");
  EXPECT_EQ(e.dtype(), gpu::dtype::float32);
  EXPECT_EQ(values(e), (std::vector<float>{4, 12, 28}));
  const ndarray<float> p{1, 2, 3};
  EXPECT_EQ(kernels_of(gpu::polyval(p, x)), "1 kernel");
  EXPECT_EQ(values(gpu::polyval(p, x)), (std::vector<float>{3, 6, 11}));
  EXPECT_EQ(values(gpu::polyval(p * 2, x)), (std::vector<float>{6, 12, 22}));
  EXPECT_EQ(kernels_of(gpu::polyint(p, 3, {1, 2, 3})), "1 kernel");
  EXPECT_EQ(kernels_of(gpu::polyder(p, 2)), "1 kernel");
  EXPECT_EQ(kernels_of(gpu::polyadd(p, ndarray<float>{1, 2, 3, 4, 5})), "1 kernel");
}

TEST_P(polynomials, take_numbers_arrays_and_parts_of_arrays) {
  const ndarray<std::int8_t> x{1, 2};
  EXPECT_EQ(gpu::polyval({1, 2}, x).dtype(), gpu::dtype::int8);
  EXPECT_EQ(gpu::polyval({1.0, 2.0}, x).dtype(), gpu::dtype::float64);
  EXPECT_THROW((void)gpu::polyval({300}, x), gpu::overflow_error);
  EXPECT_EQ(values(gpu::polyval(std::vector<float>{2, 1}, ndarray<float>{3})),
            (std::vector<float>{7}));
  EXPECT_EQ(gpu::polyval(ndarray<double>{2, 1}, 3).item(), 7);
  EXPECT_EQ(gpu::polyval({2.0, 1.0}, 3.0).item(), 7);
  EXPECT_EQ(gpu::polyval(ndarray<double>{2, 1}, ndarray<float>(3.f)).shape(), shape());
  EXPECT_EQ(values(gpu::polyval(ndarray<int>{{1, 2}, {3, 4}}, ndarray<int>{1, 2})),
            (std::vector{4, 8}));
  EXPECT_EQ(values(gpu::polyval(gpu::empty<float>(0), x)), (std::vector<float>{0, 0}));
  EXPECT_THROW((void)gpu::polyval(ndarray<int>(3), x), gpu::dtype_error);
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(std::isnan(gpu::polyval({1, 2}, ndarray<double>(infinity)).item()));
  const auto many = gpu::ones<double>(100);
  EXPECT_EQ(gpu::polyval(many, ndarray<double>(1.0)).item(), 100);
}

TEST_P(polynomials, of_complex_numbers) {
  using complex = std::complex<double>;
  const ndarray<complex> p{1, complex(0, 2)};
  EXPECT_EQ(values(gpu::polymul(p, p)), (std::vector<complex>{1, complex(0, 4), -4}));
  EXPECT_EQ(values(gpu::polyint(p)), (std::vector<complex>{.5, complex(0, 2), 0}));
  EXPECT_EQ(values(gpu::polyint(ndarray<double>{2}, 1, complex(0, 1))),
            (std::vector<complex>{2, complex(0, 1)}));
  EXPECT_EQ(values(gpu::poly(ndarray<complex>{complex(0, 1), complex(0, -1)})),
            (std::vector<complex>{1, 0, 1}));
  const auto [q, r] = gpu::polydiv(gpu::polymul(p, p), p);
  EXPECT_EQ(values(q), values(p));
  EXPECT_EQ(values(r), std::vector<complex>(1, 0));
}

TEST_P(polynomials, of_numbers_without_axes) {
  EXPECT_EQ(values(gpu::polyadd(ndarray<int>(1), ndarray<int>{3, 2})), (std::vector{3, 3}));
  EXPECT_EQ(values(gpu::polymul(ndarray<int>(2), ndarray<int>{3, 2})), (std::vector{6, 4}));
  EXPECT_EQ(gpu::poly(gpu::empty<double>(0)).shape(), shape());
  EXPECT_EQ(gpu::poly(gpu::empty<double>(0)).item(), 1);
}

TEST_P(polynomials, of_no_sense_are_refused) {
  const ndarray<int> p{1, 2, 3};
  const ndarray<int> matrix{{1, 2}, {3, 4}};
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::polyder(p, -1); }),
            "Order of derivative must be positive (see polyint)");
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::polyint(p, -3); }),
            "Order of integral must be positive (see polyder)");
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              (void)gpu::polyint(p, 3, {1, 2});
            }),
            "k must be a scalar or a rank-1 array of length 1 or >m.");
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::polymul(p, matrix); }),
            "Polynomial must be 1d only.");
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::polyadd(matrix, p); }),
            "all the input arrays must have same number of dimensions, but the array at index 0 "
            "has 1 dimension(s) and the array at index 1 has 2 dimension(s)");
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              (void)gpu::poly(gpu::ones<int>({2, 3}));
            }),
            "input must be 1d or non-empty square 2d array.");
  EXPECT_THROW((void)gpu::poly(matrix), gpu::value_error);
  EXPECT_THROW((void)gpu::polydiv(p, gpu::empty<int>(0)), gpu::index_error);
  EXPECT_EQ(values(gpu::polyint(p, 2, 5)), values(gpu::polyint(p, 2, {5, 5})));
  EXPECT_EQ(values(gpu::polyint(p, 0)), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(gpu::polyder(ndarray<int>{3}, 4).size(), 0u);
}

TEST_P(polynomials, roots_are_lists_and_vectors) {
  EXPECT_EQ(values(gpu::poly({1, 2})), (std::vector<double>{1, -3, 2}));
  EXPECT_EQ(values(gpu::poly(std::vector<float>{1, 2})), (std::vector<float>{1, -3, 2}));
}

TEST_P(polynomials, are_lists_vectors_and_numbers) {
  const std::vector<int> v = {1, 2, 3};
  const ndarray<float> f = {1, 2};
  EXPECT_EQ(values(gpu::polyadd({1, 2}, {3, 4})), (std::vector{4, 6}));
  EXPECT_EQ(values(gpu::polyadd({1, 2.5}, {1})), (std::vector<double>{1, 3.5}));
  EXPECT_EQ(values(gpu::polyadd(v, 1)), (std::vector{1, 2, 4}));
  EXPECT_EQ(values(gpu::polyadd(f, {1, 2})), (std::vector<double>{2, 4}));
  EXPECT_EQ(values(gpu::polyadd(f(1), f)), (std::vector<float>{1, 4}));
  EXPECT_EQ(values(gpu::polysub({1, 2}, {3, 4.5})), (std::vector<double>{-2, -2.5}));
  EXPECT_EQ(values(gpu::polysub(v, v)), (std::vector{0, 0, 0}));
  EXPECT_EQ(values(gpu::polymul({1, 2}, v)), (std::vector{1, 4, 7, 6}));
  EXPECT_EQ(values(gpu::polymul(v, {1, 2.5})), (std::vector<double>{1, 4.5, 8, 7.5}));
  EXPECT_EQ(values(gpu::polymul({1, 2.5}, f)), (std::vector<double>{1, 4.5, 5}));
  const auto [q, r] = gpu::polydiv({1, 2, 3}, {1, 1});
  EXPECT_EQ(values(q), (std::vector<double>{1, 1}));
  EXPECT_EQ(values(r), std::vector<double>{2});
  EXPECT_EQ(values(gpu::polyder({1, 2, 3})), (std::vector<std::int64_t>{2, 2}));
  EXPECT_EQ(values(gpu::polyder({1, 2.5, 3}, 2)), std::vector<double>{2});
  EXPECT_EQ(values(gpu::polyder(v)), (std::vector<std::int64_t>{2, 2}));
  EXPECT_EQ(values(gpu::polyint({2, 2.5})), (std::vector<double>{1, 2.5, 0}));
  EXPECT_EQ(values(gpu::polyint({2, 2}, 1, 5)), (std::vector<double>{1, 2, 5}));
  EXPECT_EQ(values(gpu::polyint({6}, 2, {4, 5})), (std::vector<double>{3, 4, 5}));
  EXPECT_THROW((void)gpu::polyder(5), gpu::dtype_error);
}

TEST_P(polynomials, have_constants_of_integration_in_any_form) {
  const ndarray<double> p = {6};
  const ndarray<float> f = {7, 8};
  const std::vector<double> expected = {3, 4, 5};
  EXPECT_EQ(values(gpu::polyint(p, 2, std::vector{4, 5})), expected);
  EXPECT_EQ(values(gpu::polyint(p, 2, ndarray<float>{4, 5})), expected);
  EXPECT_EQ(values(gpu::polyint(p, 2, {4, 5.0})), expected);
  EXPECT_EQ(values(gpu::polyint(p, 2, ndarray<int>(4))), values(gpu::polyint(p, 2, 4)));
  EXPECT_EQ(values(gpu::polyint(p, 1, f(0))), (std::vector<double>{6, 7}));
  EXPECT_EQ(values(gpu::polyint(p, 1, std::vector{std::complex<float>(0, 1)})).size(), 2u);
  EXPECT_THROW((void)gpu::polyint(p, 1, ndarray<int>{{1}}), gpu::value_error);
}

TEST_P(polynomials, have_values_at_vectors_and_lists) {
  const std::vector<int> v = {3, 4};
  const ndarray<float> f = {1, 2};
  EXPECT_EQ(values(gpu::polyval({1, 2}, {3, 4})), (std::vector{5, 6}));
  EXPECT_EQ(values(gpu::polyval({1, 2}, {3, 4.5})), (std::vector<double>{5, 6.5}));
  EXPECT_EQ(values(gpu::polyval({1, 2.5}, {3, 4})), (std::vector{5.5, 6.5}));
  EXPECT_EQ(values(gpu::polyval({1, 2}, v)), (std::vector{5, 6}));
  EXPECT_EQ(values(gpu::polyval({1, 2.5}, v)), (std::vector{5.5, 6.5}));
  EXPECT_EQ(values(gpu::polyval(v, v)), (std::vector{13, 16}));
  EXPECT_EQ(values(gpu::polyval(f, {3, 4})), (std::vector<double>{5, 6}));
  EXPECT_EQ(values(gpu::polyval(f, v)), (std::vector<double>{5, 6}));
}

INSTANTIATE_TEST_SUITE_P(devices, polynomials, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
