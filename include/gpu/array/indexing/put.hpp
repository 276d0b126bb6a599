// SPDX-License-Identifier: BSD-3-Clause
// Functions that write elements at indices, and such that choose among arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

#include <gpu/array/indexing/indexed_view.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/array/ufunc/operators.hpp>

namespace gpu {

namespace detail {
void put_node(const index_target& a, const graph::node_ptr& indices, const graph::node_ptr& values,
              index_mode mode);
void put_along(const index_target& a, const graph::node_ptr& indices, const graph::node_ptr& values,
               optional_axis axis);
void fill_diagonal_of(const index_target& a, const graph::node_ptr& values, bool wrap);
[[nodiscard]] graph::node_ptr chosen(const graph::node_ptr& which,
                                     const std::vector<graph::node_ptr>& choices, index_mode mode);
[[nodiscard]] graph::node_ptr selected(const std::vector<graph::node_ptr>& conditions,
                                       const std::vector<graph::node_ptr>& choices,
                                       const graph::node_ptr& otherwise);

template <class A>
[[nodiscard]] std::vector<graph::node_ptr> nodes_of(const std::vector<A>& arrays) {
  std::vector<graph::node_ptr> nodes;
  for (const A& one : arrays) nodes.push_back(one.node());
  return nodes;
}
}  // namespace detail

/// Writes to the elements at positions in C order; values are repeated as often as needed. Of a
/// position that comes several times the last value counts. `numpy.put`.
/// @throws index_error  "index 7 is out of bounds for axis 0 with size 6"; nothing is written then
template <detail::index_writable A, detail::index_array I, class Value>
requires(typed_array<Value> || scalar_like<Value>) void put(A&& a, const I& indices,
                                                            const Value& values,
                                                            index_mode mode = index_mode::raise) {
  detail::put_node(detail::target_of(a), indices.node(),
                   detail::written_node<detail::element_of_target<A>>(values), mode);
}
template <detail::index_writable A, class Value>
requires(typed_array<Value> ||
         scalar_like<Value>) void put(A&& a, std::initializer_list<std::ptrdiff_t> indices,
                                      const Value& values, index_mode mode = index_mode::raise) {
  detail::put_node(detail::target_of(a), detail::listed_indices(a.node(), indices),
                   detail::written_node<detail::element_of_target<A>>(values), mode);
}

/// Writes where `take_along_axis` reads: `put_along_axis(a, argmax(a, 1, keepdims), 0, 1)`.
/// `numpy.put_along_axis`.
/// @throws value_error  "`indices` and `arr` must have the same number of dimensions"; axis_error,
///         index_error, shape_error
template <detail::index_writable A, detail::index_array I, class Value>
requires(typed_array<Value> || scalar_like<Value>) void put_along_axis(A&& a, const I& indices,
                                                                       const Value& values,
                                                                       detail::optional_axis axis) {
  detail::put_along(detail::target_of(a), indices.node(),
                    detail::written_node<detail::element_of_target<A>>(values), axis);
}

/// Writes to the main diagonal; with `wrap` that of a tall matrix begins again after an empty row.
/// `numpy.fill_diagonal`.
/// @throws value_error  "array must be at least 2-d", "All dimensions of input must be of equal
///                      length" of more than two axes
template <detail::index_writable A, class Value>
requires(typed_array<Value> || scalar_like<Value>) void fill_diagonal(A&& a, const Value& value,
                                                                      bool wrap = false) {
  detail::fill_diagonal_of(detail::target_of(a),
                           detail::written_node<detail::element_of_target<A>>(value), wrap);
}

/// For each element that of the array whose number `which` has there; all broadcast together.
/// `numpy.choose`.
/// @throws value_error  "invalid entry in choice array", which `mode` avoids; the call waits to
/// learn
///                      that
template <detail::index_array I, typed_array A>
[[nodiscard]] auto choose(const I& which, const std::vector<A>& choices,
                          index_mode mode = index_mode::raise) {
  return expression<typename A::value_type>(
      detail::chosen(which.node(), detail::nodes_of(choices), mode));
}

/// The same of a list: `choose(which, {a, b, c})`.
template <detail::index_array I, typed_array A>
[[nodiscard]] auto choose(const I& which, std::initializer_list<A> choices,
                          index_mode mode = index_mode::raise) {
  return choose(which, std::vector<A>(choices), mode);
}

/// For each element that of the choice whose condition is the first to hold, else `otherwise`; all
/// broadcast together. `numpy.select`.
/// @throws value_error  "list of cases must be same length as list of conditions", "select with an
///                      empty condition list is not possible"
template <typed_array C, typed_array A, scalar_like Number = int>
[[nodiscard]] auto select(const std::vector<C>& conditions, const std::vector<A>& choices,
                          const Number& otherwise = 0) {
  using T = typename A::value_type;
  return expression<T>(detail::selected(detail::nodes_of(conditions), detail::nodes_of(choices),
                                        detail::assigned_scalar<T>(otherwise)));
}

/// The same of lists: `select({x < 3, x > 5}, {x, y})`.
template <typed_array C, typed_array A, scalar_like Number = int>
[[nodiscard]] auto select(std::initializer_list<C> conditions, std::initializer_list<A> choices,
                          const Number& otherwise = 0) {
  return select(std::vector<C>(conditions), std::vector<A>(choices), otherwise);
}
/// Conditions of several types: `x < 3` of an array, `x + y < 3`.
template <typed_array A, scalar_like Number = int>
[[nodiscard]] auto select(std::initializer_list<expression<bool>> conditions,
                          std::initializer_list<A> choices, const Number& otherwise = 0) {
  return select(std::vector<expression<bool>>(conditions), std::vector<A>(choices), otherwise);
}

}  // namespace gpu
