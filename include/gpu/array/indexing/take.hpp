// SPDX-License-Identifier: BSD-3-Clause
// Elements at places that arrays of integers name. Nothing is computed when these are called: the
// result is an expression, which fuses with what the indices are computed from and with what reads
// it. The array itself is evaluated first if it is an expression.
//
// An index out of bounds throws index_error, "index 7 is out of bounds for axis 0 with size 3":
// on `cpu()` when the expression is evaluated; on a GPU, which goes on with index 0, from the next
// call that waits for it: `to_cpu`, `item`, printing, `synchronize`. Nothing is read outside.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/array/indexing/access.hpp>
#include <gpu/array/indexing/index_argument.hpp>
#include <gpu/array/indexing/index_entry.hpp>
#include <gpu/array/indexing/indexed_view.hpp>
#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/core/index_mode.hpp>
#include <gpu/core/slice.hpp>

namespace gpu {

namespace detail {

using optional_axis = std::optional<std::ptrdiff_t>;

[[nodiscard]] graph::node_ptr taken(const graph::node_ptr& a, const graph::node_ptr& indices,
                                    optional_axis axis, index_mode mode);
[[nodiscard]] graph::node_ptr taken_along_axis(const graph::node_ptr& a,
                                               const graph::node_ptr& indices, optional_axis axis);
[[nodiscard]] graph::node_ptr indexed(const graph::node_ptr& a,
                                      std::span<const index_entry> entries);
/// Where the elements of `a[entries]` lie in the array, in C order: int64.
[[nodiscard]] graph::node_ptr index_positions(const index_target& a,
                                              std::span<const index_entry> entries);
/// The same of an array that fills its leaf; the entries may be slices alone.
[[nodiscard]] graph::node_ptr index_positions(const graph::leaf_ptr& whole,
                                              std::span<const index_entry> entries);

/// The same elements; those of a mask that has the extents of `a` are not counted yet.
[[nodiscard]] index_places places_of(const index_target& a, std::span<const index_entry> entries);

}  // namespace detail

/// The elements of `a` at `indices` along an axis; without one, of `a` in C order. `numpy.take`.
///
/// @param indices  an array, a vector, a list `{0, 2}` or `{{0, 1}, {2, 3}}`; or one index, with
///                 which the axis is dropped
/// @param mode     what an index out of bounds means; also as text: "raise", "wrap" or "clip"
/// @shape  that of `a`, with the extents of `indices` in place of the axis; without an axis that of
///         `indices`
/// @dtype  that of `a`
/// @throws axis_error; index_error  "cannot do a non-empty take from an empty axes."; value_error
///         "clipmode must be one of 'clip', 'raise', or 'wrap' (got 'x')"
template <array_like A>
[[nodiscard]] auto take(const A& a, const detail::index_argument& indices,
                        optional_axis_index axis = std::nullopt,
                        index_mode_option mode = index_mode::raise) {
  const graph::node_ptr node = a.node();
  return detail::expression_like<A>(detail::taken(node, indices.beside(node), axis, mode));
}
/// The same without an axis: `take(a, {9}, "wrap")`.
template <array_like A>
[[nodiscard]] auto take(const A& a, const detail::index_argument& indices, index_mode_option mode) {
  return take(a, indices, std::nullopt, mode);
}

/// Elements of `a` whose index along the axis is that of the same place in `indices`: with what
/// `argsort` and its like return, the elements in that order. Without an axis both are taken in C
/// order. `numpy.take_along_axis`.
///
/// @shape  that of `indices`; the other axes of both broadcast
/// @dtype  that of `a`
/// @throws axis_error; value_error  "`indices` and `arr` must have the same number of dimensions";
///         shape_error
template <array_like A>
[[nodiscard]] auto take_along_axis(const A& a, const detail::index_argument& indices,
                                   optional_axis_index axis = -1) {
  const graph::node_ptr node = a.node();
  return detail::expression_like<A>(detail::taken_along_axis(node, indices.beside(node), axis));
}

/// `a[entries...]` where one or more entries are arrays of integers, which broadcast together, or
/// masks, which stand for the indices where they hold: NumPy's advanced indexing. A C++ bool is a
/// mask without axes: `view(a, true)` has a new axis of extent 1, `view(a, false)` one of extent 0.
///
/// Of an array or a view of one that can be written the result can be assigned to and updated:
/// `view(a, indices) = b`, `view(a, a > 2) += 1`. Of an index that comes several times the last
/// value counts. Nothing is written if an index is out of bounds; on a GPU writing waits for that.
///
/// @shape  the extents of the broadcast arrays stand where the arrays stand, or first if slices
///         separate them; integers count as arrays, and a mask as one array for each of its axes
/// @enqueue with masks the call waits for the number of elements
/// @throws index_error  "shape mismatch: indexing arrays could not be broadcast together"; "boolean
///         index did not match indexed array along axis 0; size of axis is 4 but size of
///         corresponding boolean axis is 3"; too many indices, two ellipses, an integer out of
///         bounds
template <array_like A, detail::index_entry_like... Entries>
requires(detail::advanced_index<Entries> || ...)
    [[nodiscard]] auto view(const A& a, const Entries&... entries) {
  const graph::node_ptr node = a.node();
  const detail::index_entry list[] = {detail::entry_of(node, entries)...};
  return detail::expression_like<A>(detail::indexed(node, list));
}
template <class T, detail::index_entry_like... Entries>
requires(detail::advanced_index<Entries> || ...)
    [[nodiscard]] indexed_view<T> view(ndarray<T>& a, const Entries&... entries) {
  const detail::index_entry list[] = {detail::entry_of(a.node(), entries)...};
  return {a.link(), detail::places_of(a, list)};
}
template <class T, detail::index_entry_like... Entries>
requires(detail::advanced_index<Entries> || ...)
    [[nodiscard]] indexed_view<T> view(const array_view<T>& a, const Entries&... entries) {
  const detail::index_entry list[] = {detail::entry_of(a.read_node(), entries)...};
  return {a.link(), detail::places_of(a.target(), list)};
}
/// `a[i, j, ...]` with a list of the arrays, one for each of the first axes: `view(a, nonzero(a >
/// 2))`, `view(a, tril_indices(3)) = 0`, `view(a, ix_(rows, columns))`.
template <array_like A, detail::index_list List>
[[nodiscard]] auto view(const A& a, const List& indices) {
  return detail::expression_like<A>(detail::indexed(a.node(), detail::listed_entries(indices)));
}
template <class T, detail::index_list List>
[[nodiscard]] indexed_view<T> view(ndarray<T>& a, const List& indices) {
  return {a.link(), detail::index_positions(a, detail::listed_entries(indices))};
}
template <class T, detail::index_list List>
[[nodiscard]] indexed_view<T> view(const array_view<T>& a, const List& indices) {
  return {a.link(), detail::index_positions(a.target(), detail::listed_entries(indices))};
}

namespace detail {
/// The list as an array on the device of `a`.
template <array_like A>
[[nodiscard]] expression<std::int64_t> listed_beside(const A& a, nested_list<list_integer> list) {
  return expression<std::int64_t>(index_argument(list).beside(a.node()));
}
}  // namespace detail

/// `a[[2, 0]]`, `a[:, [2, 0]]`, `a[[0, 1], [2, 0]]`, `a[[[0], [2]], [0, 3]]`: lists of indices, or
/// of bools, stand for arrays of them: `view(a, {2, 0}) = 1`, `view(a, all(), {2, 0})`, `view(a,
/// {0, 1}, {2, 0})`. They stand among the first three entries; a list of another place needs a
/// name.
template <array_like A, std::integral Number, detail::index_entry_like... More>
[[nodiscard]] auto view(A&& a, std::initializer_list<Number> indices, const More&... more) {
  return view(std::forward<A>(a), std::vector<Number>(indices), more...);
}
template <array_like A, detail::index_entry_like... More>
[[nodiscard]] auto view(A&& a, detail::nested_list<list_integer> indices, const More&... more) {
  return view(std::forward<A>(a), detail::listed_beside(a, indices), more...);
}
template <array_like A, detail::index_entry_like First, std::integral Number,
          detail::index_entry_like... More>
[[nodiscard]] auto view(A&& a, const First& first, std::initializer_list<Number> indices,
                        const More&... more) {
  return view(std::forward<A>(a), first, std::vector<Number>(indices), more...);
}
template <array_like A, detail::index_entry_like First, detail::index_entry_like... More>
[[nodiscard]] auto view(A&& a, const First& first, detail::nested_list<list_integer> indices,
                        const More&... more) {
  return view(std::forward<A>(a), first, detail::listed_beside(a, indices), more...);
}
template <array_like A, detail::index_entry_like First, detail::index_entry_like Second,
          std::integral Number, detail::index_entry_like... More>
[[nodiscard]] auto view(A&& a, const First& first, const Second& second,
                        std::initializer_list<Number> indices, const More&... more) {
  return view(std::forward<A>(a), first, second, std::vector<Number>(indices), more...);
}
template <array_like A, std::integral Number, std::integral Other, detail::index_entry_like... More>
[[nodiscard]] auto view(A&& a, std::initializer_list<Number> first,
                        std::initializer_list<Other> second, const More&... more) {
  return view(std::forward<A>(a), std::vector<Number>(first), std::vector<Other>(second), more...);
}
template <array_like A, std::integral Number, detail::index_entry_like... More>
[[nodiscard]] auto view(A&& a, detail::nested_list<list_integer> first,
                        std::initializer_list<Number> second, const More&... more) {
  return view(std::forward<A>(a), detail::listed_beside(a, first), std::vector<Number>(second),
              more...);
}
template <array_like A, detail::index_entry_like... More>
[[nodiscard]] auto view(A&& a, detail::nested_list<list_integer> first,
                        detail::nested_list<list_integer> second, const More&... more) {
  return view(std::forward<A>(a), detail::listed_beside(a, first), detail::listed_beside(a, second),
              more...);
}
template <array_like A, detail::index_entry_like First, std::integral Number, std::integral Other,
          detail::index_entry_like... More>
[[nodiscard]] auto view(A&& a, const First& first, std::initializer_list<Number> second,
                        std::initializer_list<Other> third, const More&... more) {
  return view(std::forward<A>(a), first, std::vector<Number>(second), std::vector<Other>(third),
              more...);
}

/// The elements where a mask holds, as one axis. xtensor's `filter`.
template <class A, detail::index_or_mask M>
[[nodiscard]] auto filter(A&& a, const M& mask) {
  return view(std::forward<A>(a),
              expression<bool>(graph::make_cast(detail::index_or_mask_node(mask), dtype::bool_)));
}
template <class A>
[[nodiscard]] auto filter(A&& a, const std::vector<bool>& mask) {
  return view(std::forward<A>(a), mask);
}
/// As `filter`, which xtensor has for updates: `filtration(a, a > 2) += 1`.
template <class A, detail::index_or_mask M>
[[nodiscard]] auto filtration(A&& a, const M& mask) {
  return filter(std::forward<A>(a), mask);
}

}  // namespace gpu
