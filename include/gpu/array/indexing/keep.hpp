// SPDX-License-Identifier: BSD-3-Clause
// xtensor's slices that name indices: `view(a, keep(0, 2), all())`, `view(a, drop(1), drop(-1))`.
// Unlike arrays of indices, each stands for its own axis.
#pragma once

#include <concepts>
#include <cstddef>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

#include <gpu/array/indexing/index_argument.hpp>
#include <gpu/array/indexing/indexed_view.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/core/slice.hpp>

namespace gpu {

namespace detail {
/// The indices on the host.
template <class Indices>
[[nodiscard]] std::vector<std::ptrdiff_t> index_numbers(const Indices& indices) {
  if constexpr (index_array<Indices>)
    return indices_on_host(index_node(indices));
  else
    return std::vector<std::ptrdiff_t>(std::ranges::begin(indices), std::ranges::end(indices));
}
}  // namespace detail

/// The indices of an axis that a view shows, or those that it leaves out.
struct listed_slice {
  std::vector<std::ptrdiff_t> indices;  ///< negative ones count from the end
  bool is_kept;
};

/// Shows these indices, in this order.
template <integer_like... Index>
requires(sizeof...(Index) > 0) [[nodiscard]] listed_slice keep(Index... indices) {
  return {{static_cast<std::ptrdiff_t>(indices)...}, true};
}
[[nodiscard]] inline listed_slice keep(std::vector<std::ptrdiff_t> indices) {
  return {std::move(indices), true};
}
/// The same of a vector or an array. Waits for the elements of an array.
template <class Indices>
requires(detail::index_range<Indices> || detail::index_array<Indices>) [[nodiscard]] listed_slice
    keep(const Indices& indices) {
  return {detail::index_numbers(indices), true};
}
/// Shows all other indices.
template <integer_like... Index>
requires(sizeof...(Index) > 0) [[nodiscard]] listed_slice drop(Index... indices) {
  return {{static_cast<std::ptrdiff_t>(indices)...}, false};
}
[[nodiscard]] inline listed_slice drop(std::vector<std::ptrdiff_t> indices) {
  return {std::move(indices), false};
}
template <class Indices>
requires(detail::index_range<Indices> || detail::index_array<Indices>) [[nodiscard]] listed_slice
    drop(const Indices& indices) {
  return {detail::index_numbers(indices), false};
}

namespace detail {
/// A slice, or a list of indices.
struct slice_or_list {
  slice_or_list(const slice& one) : basic(one) {}
  slice_or_list(const listed_slice& one) : basic(all()), list(&one) {}

  slice basic;
  const listed_slice* list = nullptr;  ///< if there is one, `basic` shows the whole axis
};

template <class Entry>
inline constexpr bool is_list = std::same_as<std::remove_cvref_t<Entry>, listed_slice>;
template <class Entry>
concept slice_or_list_like = is_list<Entry> || std::convertible_to<Entry, slice>;

template <class Entry>
[[nodiscard]] slice_or_list slice_entry(const Entry& entry) {
  if constexpr (is_list<Entry>)
    return entry;
  else
    return slice(entry);
}

/// The elements that the lists and slices show, and where they lie in the array if it is one.
struct listed_elements {
  graph::node_ptr elements;
  graph::node_ptr positions;
};
[[nodiscard]] listed_elements listed(const graph::node_ptr& a,
                                     std::span<const slice_or_list> entries);
}  // namespace detail

/// `a[entries...]` with `keep` and `drop` among the slices. Of an array that can be written it is
/// assignable, as with arrays of indices.
/// @throws index_error  "index 5 is out of bounds for axis 0 with size 3"; as `view`
template <array_like A, detail::slice_or_list_like... Entries>
requires(detail::is_list<Entries> || ...)
    [[nodiscard]] auto view(const A& a, const Entries&... entries) {
  const detail::slice_or_list list[] = {detail::slice_entry(entries)...};
  return detail::expression_like<A>(detail::listed(a.node(), list).elements);
}
template <class T, detail::slice_or_list_like... Entries>
requires(detail::is_list<Entries> || ...)
    [[nodiscard]] indexed_view<T> view(ndarray<T>& a, const Entries&... entries) {
  const detail::slice_or_list list[] = {detail::slice_entry(entries)...};
  return {a.link(), detail::listed(a.node(), list).positions};
}

}  // namespace gpu
