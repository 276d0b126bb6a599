// SPDX-License-Identifier: BSD-3-Clause
// What an index is made of: slices, arrays of integers, masks.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/array/concepts.hpp>
#include <gpu/array/indexing/index_argument.hpp>
#include <gpu/array/ufunc/options.hpp>
#include <gpu/core/slice.hpp>
#include <gpu/graph/build.hpp>

namespace gpu::detail {

/// One entry of an index: a slice, an array of integers, or a mask.
struct index_entry {
  index_entry(const slice& one) : basic(one) {}
  index_entry(graph::node_ptr indices) : basic(all()), array(std::move(indices)) {}

  slice basic;
  graph::node_ptr array;  ///< null: `basic` counts
};

/// A list of indices or a mask on the host: `std::vector{3, 1}`, `std::array{3, 1}`.
template <class I>
inline constexpr bool is_index_vector = false;
template <std::integral Number>
inline constexpr bool is_index_vector<std::vector<Number>> = true;
template <std::integral Number, std::size_t Count>
inline constexpr bool is_index_vector<std::array<Number, Count>> = true;

/// `true` and `false` are masks without axes.
template <class Entry>
concept advanced_index =
    index_or_mask<Entry> || is_index_vector<Entry> || std::same_as<Entry, bool>;
template <class Entry>
concept index_entry_like = advanced_index<Entry> || std::convertible_to<Entry, slice>;

/// @param a  what the index is for
template <index_entry_like Entry>
index_entry entry_of(const graph::node_ptr& a, const Entry& entry) {
  if constexpr (std::convertible_to<Entry, slice>)
    return slice(entry);
  else if constexpr (std::same_as<Entry, std::vector<bool>>)
    return mask_on(entry, graph::device_of(a));
  else if constexpr (is_index_vector<Entry> && !index_range<Entry>)
    return mask_on(std::vector<bool>(entry.begin(), entry.end()), graph::device_of(a));
  else if constexpr (std::same_as<Entry, bool>)
    return graph::make_reshape(mask_on({entry}, graph::device_of(a)), {});
  else if constexpr (is_index_vector<Entry>)
    return index_argument(entry).beside(a);
  else
    return index_or_mask_node(entry);
}

/// An array of indices or a mask for each axis: what `nonzero`, `unravel_index`, `ix_` and
/// `tril_indices` return.
template <class List>
inline constexpr bool is_index_list = false;
template <index_or_mask I>
inline constexpr bool is_index_list<std::vector<I>> = true;
template <index_or_mask I, std::size_t Axes>
inline constexpr bool is_index_list<std::array<I, Axes>> = Axes != 0;
template <class List>
concept index_list = is_index_list<List>;

template <index_list List>
std::vector<index_entry> listed_entries(const List& indices) {
  std::vector<index_entry> entries;
  for (const auto& one : indices) entries.emplace_back(index_or_mask_node(one));
  return entries;
}

/// What `gpu::where(mask)` stands for where an index is wanted: the mask.
template <>
inline constexpr bool is_index_list<where_option> = true;
[[nodiscard]] inline std::vector<index_entry> listed_entries(const where_option& where) {
  return {where.mask};
}

}  // namespace gpu::detail
