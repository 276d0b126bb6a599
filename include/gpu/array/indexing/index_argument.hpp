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
#include <gpu/array/scalar_operand.hpp>
#include <gpu/core/shape.hpp>
#include <gpu/graph/build.hpp>

namespace gpu::detail {

/// An array of any integer type but bool.
template <class I>
concept index_array = typed_array<I> && is_integer(dtype_of<typename I::value_type>);
/// An array of integers, or of bools.
template <class I>
concept index_or_mask = typed_array<I> && traits(dtype_of<typename I::value_type>)
.kind <= dtype_kind::integer;
/// Integers on the host: an std::vector, an std::array, a shape.
template <class I>
concept index_range =
    std::ranges::input_range<const I> && !array_like<I> && !xtensor_expression<I> &&
    std::integral<std::ranges::range_value_t<const I>> &&
    !std::same_as<std::ranges::range_value_t<const I>, bool>;

/// Indices where a function takes an array of them: an array, a number, a list `{0, 2}` or
/// `{{0, 1}, {2, 3}}`, a vector.
class index_argument {
 public:
  template <index_array I>
  index_argument(const I& indices) : node_(indices.node()) {}
  template <std::integral Index>
  requires(!std::same_as<Index, bool>) index_argument(Index index)
      : numbers_{static_cast<std::int64_t>(index)} {}
  template <index_range I>
  index_argument(const I& indices)
      : numbers_(std::ranges::begin(indices), std::ranges::end(indices)),
        extents_{static_cast<std::ptrdiff_t>(numbers_.size())} {}
  /// A template, so that `{{1}, {2}}` is a column, as in `ndarray`.
  template <class = void>
  index_argument(std::initializer_list<list_integer> indices)
      : numbers_(indices.begin(), indices.end()),
        extents_{static_cast<std::ptrdiff_t>(numbers_.size())} {}
  index_argument(std::initializer_list<std::initializer_list<list_integer>> rows);

  /// On the device where `other` is, unless it is an array already.
  [[nodiscard]] graph::node_ptr beside(const graph::node_ptr& other) const {
    return on(other->where.value_or(current_device()));
  }
  [[nodiscard]] graph::node_ptr on(device where) const;

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
};

/// The elements of an array of integers or bools, in C order. Waits.
[[nodiscard]] std::vector<std::ptrdiff_t> indices_on_host(const graph::node_ptr& indices);

}  // namespace gpu::detail
