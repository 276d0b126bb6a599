// SPDX-License-Identifier: BSD-3-Clause
// What products of matrices should be, computed in a wider type, and how far sums may be from it.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <string>
#include <type_traits>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/elementwise/support/cast.hpp>

namespace gpu::test {

/// Elements of either sign, and of many sizes, that differ between neighbours.
template <class T>
ndarray<T> some_elements(const shape& extents, int seed) {
  const ndarray<int> numbers =
      reshape(arange<int>(static_cast<int>(element_count(extents))), extents);
  const auto mixed = remainder(numbers * 37 + seed * 11, 23) - 11;
  if constexpr (std::is_same_v<T, bool>)
    return equal(remainder(numbers + seed, 3), 0);
  else if constexpr (std::is_integral_v<T>)
    return mixed.template astype<T>();
  else if constexpr (traits(dtype_of<T>).kind == dtype_kind::complex)
    return (mixed.template astype<T>() / T(7) +
            remainder(numbers * 5 + seed, 13).template astype<T>() * T(0, 0.3F));
  else
    return (mixed.template astype<double>() / 7.0).template astype<T>();
}

/// The type in which sums are exact, or nearly so.
template <class T>
using wider_t = std::conditional_t<
    std::is_same_v<T, bool>, bool,
    std::conditional_t<std::is_integral_v<T>, std::int64_t,
                       std::conditional_t<traits(dtype_of<T>).kind == dtype_kind::complex,
                                          std::complex<long double>, long double>>>;

template <class T>
wider_t<T> widened(const T& x) {
  if constexpr (traits(dtype_of<T>).kind == dtype_kind::complex)
    return {x.real(), x.imag()};
  else
    return static_cast<wider_t<T>>(x);
}

/// Half a unit in the last place, relative.
template <class T>
double rounding_error() {
  if (dtype_of<T> == dtype::float16) return 0x1p-11;
  if (dtype_of<T> == dtype::bfloat16) return 0x1p-8;
  return dtype_of<T> == dtype::float32 || dtype_of<T> == dtype::complex64 ? 0x1p-24 : 0x1p-53;
}

/// Compares the sum of `terms` products with the exact one. However a sum is ordered, each product
/// and each addition is rounded once: the error is at most terms + 1 roundings of the sum of the
/// absolute products (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1), four
/// times that for complex numbers, whose products are sums. Halves are added in float32 and rounded
/// once.
template <class T>
void expect_sum(const T& got, const wider_t<T>& sum, long double absolute_sum, std::ptrdiff_t terms,
                const std::string& where) {
  if constexpr (std::is_integral_v<T>) {
    EXPECT_EQ(got, static_cast<T>(sum)) << where;
  } else {
    const bool is_half = sizeof(T) == 2;
    const double unit = is_half ? 0x1p-24 : rounding_error<T>();
    const bool is_complex = traits(dtype_of<T>).kind == dtype_kind::complex;
    const long double bound =
        (is_complex ? 4 : 1) * static_cast<long double>(terms + 1) * unit * absolute_sum +
        (is_half ? rounding_error<T>() * std::abs(sum) : 0);
    EXPECT_LE(std::abs(widened(got) - sum), bound * 1.01L) << where;
  }
}

/// Compares matrices (m, n) with the product of (m, k) and (k, n).
template <class T, class Product, class A, class B>
void expect_matrix_product(const Product& product, const A& left, const B& right) {
  const ndarray<T> out = product;
  const ndarray<T> a = left;
  const ndarray<T> b = right;
  ASSERT_EQ(out.shape(), (shape{a.shape(0), b.shape(1)}));
  const ndarray<T> on_host[] = {out.to(cpu()), a.to(cpu()), b.to(cpu())};
  const auto terms = a.shape(1);
  for (std::ptrdiff_t i = 0; i < a.shape(0); ++i)
    for (std::ptrdiff_t j = 0; j < b.shape(1); ++j) {
      wider_t<T> sum{};
      long double absolute_sum = 0;
      for (std::ptrdiff_t k = 0; k < terms; ++k) {
        const wider_t<T> x = widened(T(on_host[1](i, k)));
        const wider_t<T> y = widened(T(on_host[2](k, j)));
        if constexpr (std::is_same_v<T, bool>)
          sum = sum || (x && y);
        else
          sum += x * y;
        if constexpr (!std::is_integral_v<T>) absolute_sum += std::abs(x * y);
      }
      expect_sum<T>(on_host[0](i, j), sum, absolute_sum, terms,
                    "element (" + std::to_string(i) + ", " + std::to_string(j) + ")");
    }
}

}  // namespace gpu::test
