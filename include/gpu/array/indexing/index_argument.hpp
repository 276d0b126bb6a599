// SPDX-License-Identifier: BSD-3-Clause
// Indices in whatever form they are given.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <ranges>
#include <utility>
#include <vector>

#include <gpu/array/concepts.hpp>
#include <gpu/array/indexing/access.hpp>
#include <gpu/array/nested_list.hpp>
#include <gpu/array/scalar_operand.hpp>
#include <gpu/core/shape.hpp>
#include <gpu/graph/build.hpp>

namespace gpu::detail {

template <class I>
inline constexpr bool has_indices = false;
template <typed_array I>
inline constexpr bool has_indices<I> = is_integer(dtype_of<typename I::value_type>);
template <class I>
inline constexpr bool has_bools = false;
template <typed_array I>
inline constexpr bool has_bools<I> = std::same_as<typename I::value_type, bool>;

/// An array of any integer type but bool, or one whose dtype is seen at run time.
template <class I>
concept index_array = has_indices<I> || untyped_array<I>;
/// An array of integers, or of bools.
template <class I>
concept index_or_mask = has_indices<I> || has_bools<I> || untyped_array<I>;

/// @throws dtype_error  "Cannot cast array data from dtype('float64') to dtype('int64') according
///                      to the rule 'same_kind'"
[[nodiscard]] graph::node_ptr as_indices(graph::node_ptr indices);
/// @throws index_error  "arrays used as indices must be of integer (or boolean) type"
[[nodiscard]] graph::node_ptr as_indices_or_mask(graph::node_ptr indices);

/// The node of indices, which of an `any_expression` are found to be integers. @throws dtype_error
template <index_array I>
[[nodiscard]] graph::node_ptr index_node(const I& indices) {
  if constexpr (typed_array<I>)
    return indices.node();
  else
    return as_indices(indices.node());
}
/// The same of indices or of a mask. @throws index_error
template <index_or_mask I>
[[nodiscard]] graph::node_ptr index_or_mask_node(const I& indices) {
  if constexpr (typed_array<I>)
    return indices.node();
  else
    return as_indices_or_mask(indices.node());
}
/// Integers on the host: an std::vector, an std::array, a shape.
template <class I>
concept index_range = integer_range<const I> && !array_like<I> && !xtensor_expression<I> &&
                      !std::same_as<std::ranges::range_value_t<const I>, bool>;

/// Lists of integers on the host, each an element's indices: std::vector<std::array<int, 2>>.
template <class I>
concept index_rows = std::ranges::input_range<const I> && !array_like<I> &&
                     !xtensor_expression<I> && index_range<std::ranges::range_value_t<const I>>;

/// Indices where a function takes an array of them: an array, a number, a list `{0, 2}` or
/// `{{0, 1}, {2, 3}}`, a vector.
class index_argument {
 public:
  template <index_array I>
  index_argument(const I& indices) : node_(index_node(indices)) {}
  template <integer_like Index>
  requires(!std::same_as<Index, bool>) index_argument(Index index)
      : numbers_{static_cast<std::int64_t>(index)} {}
  template <index_range I>
  index_argument(const I& indices)
      : numbers_(std::ranges::begin(indices), std::ranges::end(indices)),
        extents_{static_cast<std::ptrdiff_t>(numbers_.size())} {}
  index_argument(nested_list<list_integer> indices);

  /// On the device where `other` is, unless it is an array already.
  [[nodiscard]] graph::node_ptr beside(const graph::node_ptr& other) const {
    return on(graph::device_of(other));
  }
  [[nodiscard]] graph::node_ptr on(device where) const;
  /// In C order; waits for an array.
  [[nodiscard]] std::vector<std::ptrdiff_t> on_host() const;

 protected:
  explicit index_argument(graph::node_ptr node) : node_(std::move(node)) {}

 private:
  graph::node_ptr node_;  ///< null: the numbers
  std::vector<std::int64_t> numbers_;
  shape extents_;
};

/// The same, or a mask.
struct index_or_mask_argument : index_argument {
  using index_argument::index_argument;
  template <index_or_mask M>
  requires(!index_array<M>) index_or_mask_argument(const M& mask) : index_argument(mask.node()) {}
  /// A mask of one axis on the host, which stands for the indices where it holds.
  index_or_mask_argument(const std::vector<bool>& mask);
  template <std::same_as<bool> Flag>
  index_or_mask_argument(std::initializer_list<Flag> mask)
      : index_or_mask_argument(std::vector<bool>(mask)) {}
};

/// The elements of an array of integers or bools, in C order. Waits.
[[nodiscard]] std::vector<std::ptrdiff_t> indices_on_host(const graph::node_ptr& indices);

/// A mask on the host as an array.
[[nodiscard]] graph::node_ptr mask_on(const std::vector<bool>& mask, device where);

}  // namespace gpu::detail
