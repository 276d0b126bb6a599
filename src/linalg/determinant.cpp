// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/solve.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include <gpu/array/indexing/access.hpp>
#include <gpu/graph/build.hpp>

#include "linalg/gpu_solvers.hpp"
#include "linalg/lu_decomposition.hpp"
#include "linalg/matrix_stack.hpp"
#include "vendor/lapack/lapack.hpp"

namespace gpu::linalg::detail {
namespace {

using graph::leaf_ptr;
using graph::node_ptr;

/// A result without the axes of the matrices: a number for each of them.
template <class R>
R* numbers_of(const leaf_ptr& leaf) {
  return static_cast<R*>(leaf->block->data()) + leaf->offset;
}

/// Decomposes the matrices in place, and calls `visit(number, sign, diagonal)` for each: with -1
/// for an odd number of exchanges of rows, else 1, or 0 of a singular matrix, whose diagonal is
/// empty.
template <class T, class Visit>
void visit_diagonals(const matrix_stack& a, const Visit& visit) {
  std::vector<T> diagonal;
  decompose_lu<T>(a, [&](std::ptrdiff_t number, int info, const std::vector<int>& pivots) {
    const T* const lu = a.at<T>(number);
    diagonal.clear();
    int sign = info > 0 ? 0 : 1;
    for (int i = 0; i < a.rows() && info == 0; ++i) {
      diagonal.push_back(lu[static_cast<std::ptrdiff_t>(i) * (a.rows() + 1)]);
      if (pivots[static_cast<std::size_t>(i)] != i + 1) sign = -sign;
    }
    visit(number, T(static_cast<vendor::real_part_t<T>>(sign)), diagonal);
  });
}

template <class T>
auto size_of(const T& number) {
  if constexpr (std::is_same_v<T, vendor::real_part_t<T>>)
    return std::abs(number);
  else
    return std::hypot(number.real(), number.imag());
}

/// A number by a real one: not as complex division, which adds zeros to the parts.
template <class T, class R>
T divided(const T& number, R size) {
  if constexpr (std::is_same_v<T, R>)
    return number / size;
  else
    return T(number.real() / size, number.imag() / size);
}

/// A number of size 1 that points where this one does; of a real number its sign, which nan and
/// infinities have, too.
template <class T>
T direction_of(const T& number) {
  if constexpr (std::is_same_v<T, vendor::real_part_t<T>>)
    return number < 0 ? T(-1) : T(1);
  else
    return divided(number, size_of(number));
}

/// A number times 2^exponent.
template <class T>
T scaled(const T& number, long exponent) {
  if constexpr (std::is_same_v<T, vendor::real_part_t<T>>)
    return std::scalbln(number, exponent);
  else
    return T(std::scalbln(number.real(), exponent), std::scalbln(number.imag(), exponent));
}

/// The absolute value, or that of the larger part.
template <class T>
auto largest_part(const T& number) {
  if constexpr (std::is_same_v<T, vendor::real_part_t<T>>)
    return std::abs(number);
  else
    return std::max(std::abs(number.real()), std::abs(number.imag()));
}

/// A number whose product with another one of these neither overflows nor underflows; the power of
/// two that it takes for that is added to `exponent`. Zeros, infinities and nans stay.
template <class T>
T kept_in_range(const T& number, long& exponent) {
  using R = vendor::real_part_t<T>;
  constexpr int half = std::numeric_limits<R>::max_exponent / 2 - 2;
  static const R largest = std::scalbn(R(1), half);
  const R size = largest_part(number);
  if ((size <= largest && size >= 1 / largest) || size == 0 || !std::isfinite(size)) return number;
  const int own = std::ilogb(size);
  exponent += own;
  return scaled(number, -own);
}

/// The product, which overflows or underflows only if the result does.
template <class T>
T product_of(T product, const std::vector<T>& factors) {
  long exponent = 0;
  for (const T& factor : factors)
    product = kept_in_range(product * kept_in_range(factor, exponent), exponent);
  // NumPy multiplies sign and size, both complex, which decides about the signs of zeros.
  product = product * T(1);
  return exponent == 0 ? product : scaled(product, exponent);
}

}  // namespace

leaf_ptr determinant_leaf(const node_ptr& a) {
  require_square(a->extents);
  if (solver_device(a).is_gpu()) return determinant_on_gpu(a);
  const matrix_stack all(a);
  const leaf_ptr result = gpu::detail::uninitialised_leaf(all.type(), all.batch(), cpu());
  visit_computing_type(all.type(), [&]<class T>(std::type_identity<T>) {
    T* const numbers = numbers_of<T>(result);
    visit_diagonals<T>(all, [&](std::ptrdiff_t i, T product, const std::vector<T>& diagonal) {
      numbers[i] = product_of(product, diagonal);
    });
  });
  return delivered(node_ptr(result.get()), gpu::detail::inexact_of(a->type), graph::device_of(a));
}

sign_and_logarithm slogdet_of(const node_ptr& a) {
  require_square(a->extents);
  if (solver_device(a).is_gpu()) return slogdet_on_gpu(a);
  const matrix_stack all(a);
  const dtype type = gpu::detail::inexact_of(a->type);
  const leaf_ptr signs = gpu::detail::uninitialised_leaf(all.type(), all.batch(), cpu());
  const leaf_ptr logarithms =
      gpu::detail::uninitialised_leaf(gpu::detail::real_of(all.type()), all.batch(), cpu());
  visit_computing_type(all.type(), [&]<class T>(std::type_identity<T>) {
    using R = vendor::real_part_t<T>;
    T* const sign = numbers_of<T>(signs);
    R* const logarithm = numbers_of<R>(logarithms);
    visit_diagonals<T>(all, [&](std::ptrdiff_t i, T product, const std::vector<T>& diagonal) {
      logarithm[i] = product == T(0) ? -std::numeric_limits<R>::infinity() : R(0);
      for (const T& factor : diagonal) {
        product = product * direction_of(factor);
        logarithm[i] += std::log(size_of(factor));
      }
      sign[i] = product;
    });
  });
  const device where = graph::device_of(a);
  return {delivered(node_ptr(signs.get()), type, where),
          delivered(node_ptr(logarithms.get()), gpu::detail::real_of(type), where)};
}

}  // namespace gpu::linalg::detail
