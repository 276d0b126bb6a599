// SPDX-License-Identifier: BSD-3-Clause
// Matrices to decompose, and how far results are from what they should be.
#pragma once

#include <gpu/array/creation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/linalg/matmul.hpp>
#include <gpu/reductions.hpp>

#include <complex>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace gpu::test {

/// Begins anew in each test: what a test draws does not depend on those before it.
inline std::mt19937& drawing_engine() {
  static std::mt19937 engine;
  static const testing::TestInfo* begun = nullptr;
  const testing::TestInfo* const running = testing::UnitTest::GetInstance()->current_test_info();
  if (std::exchange(begun, running) != running) engine.seed(7);
  return engine;
}

/// Numbers of [-1, 1): the same ones in every run.
template <class T>
ndarray<T> drawn(const shape& extents) {
  std::mt19937& random = drawing_engine();
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<std::complex<double>> numbers;
  for (std::ptrdiff_t i = element_count(extents); i > 0; --i) {
    const double imaginary = uniform(random);  // in this order, which arguments would not have
    const double real = uniform(random);
    numbers.emplace_back(real, imaginary);
  }
  const ndarray<std::complex<double>> all = from_host(numbers.data(), extents);
  if constexpr (traits(dtype_of<T>).kind == dtype_kind::complex)
    return all.astype<T>();
  else
    return real(all).template astype<T>();
}

/// Numbers that differences are computed in.
template <class T>
using wide_t = std::conditional_t<traits(dtype_of<T>).kind == dtype_kind::complex,
                                  std::complex<double>, double>;

template <class T>
constexpr double precision_of() {
  switch (dtype_of<T>) {
    case dtype::float16:
      return 0x1p-10;
    case dtype::bfloat16:
      return 0x1p-7;
    case dtype::float32:
    case dtype::complex64:
      return 0x1p-23;
    default:
      return 0x1p-52;
  }
}

/// The largest difference, in units of the precision, of the largest element and of n.
template <class A, class B>
double error_of(const A& result, const B& expected, std::ptrdiff_t n) {
  using T = typename A::value_type;
  if (result.size() == 0) return 0;
  using wide = wide_t<T>;
  const double difference =
      max(absolute(result.template astype<wide>() - expected.template astype<wide>())).item();
  const double size = max(absolute(expected.template astype<wide>())).item();
  return difference / (precision_of<T>() * (size + 1) * static_cast<double>(n > 0 ? n : 1));
}

/// The largest element of b - a x, in units of the precision, of n, and of the largest elements of
/// b and of |a| |x|: small for solutions of all systems, whatever the condition of a is.
template <class A, class X, class B>
double residual_of(const A& a, const X& x, const B& b, std::ptrdiff_t n) {
  using wide = wide_t<typename A::value_type>;
  const ndarray<wide> factor = a.template astype<wide>();
  const ndarray<wide> solution = x.template astype<wide>();
  const ndarray<wide> right = b.template astype<wide>();
  const double difference = max(absolute(matmul(factor, solution) - right)).item();
  const double size =
      max(absolute(right)).item() + max(matmul(absolute(factor), absolute(solution))).item();
  return difference / (precision_of<typename A::value_type>() * size * static_cast<double>(n));
}

}  // namespace gpu::test
