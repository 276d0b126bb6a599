// SPDX-License-Identifier: BSD-3-Clause
// Elements of an array at places that are computed, to read and to write: `view(a, indices) = b`.
#pragma once

#include <utility>

#include <gpu/array/array_base.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/array/scalar_operand.hpp>

namespace gpu {

namespace detail {

/// Elements of an array, and where they lie in it, in C order: int64.
struct indexed_elements {
  graph::node_ptr elements;
  graph::node_ptr positions;
};

/// Writes `value`, cast and broadcast, to the elements of `a` at `positions`, one after the other.
/// @throws shape_error  "shape mismatch: value array of shape (3,) could not be broadcast to
/// indexing
///                      result of shape (2,)"
/// @throws index_error  if a position was found to be out of bounds; nothing has been written then
void write_at(array_base& a, const graph::node_ptr& positions, graph::node_ptr value);

}  // namespace detail

/// An expression of elements of a mutable array, which can be assigned to where it is made.
template <class T>
class indexed_part : public expression<T> {
 public:
  indexed_part(array_base& array, detail::indexed_elements indexed) noexcept
      : expression<T>(std::move(indexed.elements)),
        array_(&array),
        positions_(std::move(indexed.positions)) {}
  indexed_part(const indexed_part&) = default;
  indexed_part(indexed_part&&) noexcept = default;
  indexed_part& operator=(const indexed_part&) & = default;

  /// Writes `value`, broadcast and converted to `T`, as if it were complete before the first write.
  /// @throws shape_error  "shape mismatch: value array of shape (3,) could not be broadcast to
  ///                      indexing result of shape (2,)"
  /// @throws overflow_error  if `T` is an integer type that cannot hold a number; index_error
  template <class A>
  requires(array_like<A> || scalar_like<A>) void operator=(A&& value) && {
    if constexpr (scalar_like<A>) {
      std::move(*this).write_node(detail::assigned_scalar<T>(value));
    } else {
      if constexpr (typed_array<A>)
        detail::check_not_made_real<T, typename std::remove_cvref_t<A>::value_type>();
      std::move(*this).write_node(detail::taken_node(std::forward<A>(value)));
    }
  }
  /// Writes a node of any dtype.
  void write_node(graph::node_ptr value) && {
    // Given up: else it would be someone who sees the memory.
    static_cast<void>(graph::node_ptr(std::move(*this).take()));
    detail::write_at(*array_, positions_, std::move(value));
  }

 private:
  array_base* array_;
  graph::node_ptr positions_;
};

}  // namespace gpu
