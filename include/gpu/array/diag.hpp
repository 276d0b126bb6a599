// SPDX-License-Identifier: BSD-3-Clause
// Matrices and their diagonals. Nothing is computed when these are called.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>

#include <gpu/array/asarray.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/core/strict_integer.hpp>

namespace gpu {

namespace detail {
[[nodiscard]] graph::node_ptr diag_node(const graph::node_ptr& v, std::ptrdiff_t k);
[[nodiscard]] graph::node_ptr diagflat_node(const graph::node_ptr& v, std::ptrdiff_t k);
[[nodiscard]] graph::node_ptr diag_index(std::ptrdiff_t rows, device where);
}  // namespace detail

/// Of a matrix its diagonal `k`, as a view; of a vector the square matrix with that diagonal, zeros
/// elsewhere. `numpy.diag`.
/// @throws value_error  "Input must be 1- or 2-d."
template <array_like A>
[[nodiscard]] auto diag(const A& v, strict_integer k = 0) {
  return detail::expression_like<A>(detail::diag_node(v.node(), k));
}

/// The square matrix with a list or a vector as its diagonal: `diag({0.1, 0.2})`.
template <element_type Number>
[[nodiscard]] auto diag(std::initializer_list<Number> v, strict_integer k = 0) {
  return diag(ndarray<Number>(v), k);
}
template <detail::host_range V>
[[nodiscard]] auto diag(const V& v, strict_integer k = 0) {
  return diag(asarray(v), k);
}

/// The square matrix whose diagonal `k` has the elements in C order, zeros elsewhere.
/// `numpy.diagflat`.
template <array_like A>
[[nodiscard]] auto diagflat(const A& v, strict_integer k = 0) {
  return detail::expression_like<A>(detail::diagflat_node(v.node(), k));
}

/// The indices of the main diagonal of an array of `Dimensions` axes, each with `rows` elements:
/// `auto [i, j] = diag_indices(3);`. `numpy.diag_indices`.
template <std::size_t Dimensions = 2>
[[nodiscard]] auto diag_indices(strict_integer rows, device where = current_device()) {
  const expression<std::int64_t> index(detail::diag_index(rows, where));
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return std::array<expression<std::int64_t>, Dimensions>{(static_cast<void>(I), index)...};
  }
  (std::make_index_sequence<Dimensions>());
}

}  // namespace gpu
