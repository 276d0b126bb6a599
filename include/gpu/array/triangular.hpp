// SPDX-License-Identifier: BSD-3-Clause
// Triangles of matrices. Nothing is computed when these are called: they fuse with what reads them.
#pragma once

#include <cstddef>
#include <optional>

#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/core/strict_integer.hpp>

namespace gpu {

namespace detail {
[[nodiscard]] graph::node_ptr tri_node(dtype type, std::ptrdiff_t rows, std::ptrdiff_t columns,
                                       std::ptrdiff_t k, device where);
enum class triangle { lower, upper };
/// The elements of one triangle, zeros elsewhere.
[[nodiscard]] graph::node_ptr triangle_of(const graph::node_ptr& m, std::ptrdiff_t k,
                                          triangle which);
}  // namespace detail

/// Ones on diagonal `k` and below it, zeros elsewhere. `numpy.tri`.
/// @param columns  as many as rows if not given; negative numbers of either count as 0
template <element_type T = double>
[[nodiscard]] expression<T> tri(strict_integer rows,
                                std::optional<strict_integer> columns = std::nullopt,
                                strict_integer k = 0, device where = current_device()) {
  return expression<T>(detail::tri_node(dtype_of<T>, rows, columns.value_or(rows), k, where));
}

/// The elements on diagonal `k` of the last two axes and below it, zeros elsewhere. A vector is
/// taken as every row of a square matrix. `numpy.tril`.
/// @throws value_error  for no axes
template <array_like A>
[[nodiscard]] auto tril(const A& m, strict_integer k = 0) {
  return detail::expression_like<A>(detail::triangle_of(m.node(), k, detail::triangle::lower));
}
/// The elements on diagonal `k` and above it; as `tril`. `numpy.triu`.
template <array_like A>
[[nodiscard]] auto triu(const A& m, strict_integer k = 0) {
  return detail::expression_like<A>(detail::triangle_of(m.node(), k, detail::triangle::upper));
}

}  // namespace gpu
