// SPDX-License-Identifier: BSD-3-Clause
// The rows of a matrix, each sorted by itself: as keys of gpu/elementwise/support/sort_key.hpp.
#pragma once

#include <cstddef>

#include <gpu/graph/node.hpp>

#include "array/sorting/first_selection.hpp"

namespace gpu::detail {

/// The keys by which elements are ordered, 0 and -0 being equal and nans the same and the largest:
/// uint32, or uint64 for elements of 8 bytes; of complex64 both parts, of complex128 the real ones.
[[nodiscard]] graph::node_ptr order_keys(const graph::node_ptr& elements, bool descending = false);

/// The keys of real elements, each row sorted: uint32, or uint64 for elements of 8 bytes.
/// @param zeros_are_equal  else that of -0 comes before that of 0
[[nodiscard]] graph::node_ptr sorted_row_keys(const graph::node_ptr& matrix,
                                              bool zeros_are_equal = false);
/// The elements of a type whose keys these are.
[[nodiscard]] graph::node_ptr elements_of_keys(const graph::node_ptr& keys, dtype type);

/// Real elements, each row sorted: nans, which become the same, are the largest, and -0 comes
/// before 0.
[[nodiscard]] graph::node_ptr sorted_rows(const graph::node_ptr& matrix, bool descending);
/// The same of the rows along the last axis of an array of any rank but 0, if the host sorts them
/// as they are; else null.
[[nodiscard]] graph::node_ptr sorted_last_axis(const graph::node_ptr& a, bool descending);

/// Positions in each row, sorted stably by the elements there: uint32, or uint64 for rows of 2^32
/// elements and more.
/// @param order  null, or positions in another order, which equal elements keep
[[nodiscard]] graph::node_ptr row_order(const graph::node_ptr& matrix, bool descending,
                                        const graph::node_ptr& order = nullptr);

/// The same as int64.
[[nodiscard]] graph::node_ptr row_positions(const graph::node_ptr& matrix, bool descending);

/// The first `count` elements of each row, of at least so many: of the matrix in memory. A GPU does
/// not sort the rows for a few of real elements.
[[nodiscard]] first_in_rows first_of_rows(const graph::node_ptr& matrix, std::ptrdiff_t count,
                                          bool descending);

/// The rows with the element that sorting puts at `kth` there, those before it no larger and those
/// behind it no smaller. On a GPU they are sorted.
[[nodiscard]] graph::node_ptr partitioned_rows(const graph::node_ptr& matrix, std::ptrdiff_t kth,
                                               bool descending);
/// Positions in each row in such an order: int64.
[[nodiscard]] graph::node_ptr partitioned_row_positions(const graph::node_ptr& matrix,
                                                        std::ptrdiff_t kth, bool descending);

/// `payload`, each row sorted stably by the unsigned keys, uint32 or uint64, at the same places.
/// @param bits  of the keys, from the lowest, that differ at all; 0: all
[[nodiscard]] graph::node_ptr sorted_by_keys(const graph::node_ptr& keys,
                                             const graph::node_ptr& payload, int bits = 0);

}  // namespace gpu::detail
