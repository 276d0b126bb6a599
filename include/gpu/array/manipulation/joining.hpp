// SPDX-License-Identifier: BSD-3-Clause
// Arrays joined to new ones. Nothing is computed when these are called, but by `array` and `block`.
// Each part is written to its place in the result, parts of one shape by one kernel, which computes
// what they are made of on the way, and of what elementwise functions make of the result as well:
// `concatenate({a + b, c}) * 2` is a kernel for each part. A result that has a name is computed
// once, when it is first needed. A sequence of arrays is a tuple, `xtuple(a, b)`, a vector, a list
// `{a, b}`, or an array, whose first axis is then taken apart. Of a list of several C++ types, as
// `{a, a + 1}`, the result has a dtype that is known at run time.
#pragma once

#include <initializer_list>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/array/manipulation/array_sequence.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/array/refusal.hpp>

namespace gpu {

namespace detail {

using optional_axis = std::optional<std::ptrdiff_t>;

/// Of parts of one dtype.
[[nodiscard]] graph::node_ptr concatenated(const node_list& parts, optional_axis axis);
[[nodiscard]] graph::node_ptr stacked(const node_list& parts, std::ptrdiff_t axis);
[[nodiscard]] graph::node_ptr stacked_vertically(const node_list& parts);
[[nodiscard]] graph::node_ptr stacked_horizontally(const node_list& parts);
[[nodiscard]] graph::node_ptr stacked_in_depth(const node_list& parts);
[[nodiscard]] graph::node_ptr stacked_columns(const node_list& parts);

/// A list of arrays of several types as a sequence.
[[nodiscard]] inline std::vector<any_expression> untyped_parts(array_list arrays) {
  std::vector<any_expression> parts;
  for (const listed_array& one : arrays) parts.emplace_back(one.node);
  return parts;
}

/// A nested list of arrays: a list, or an array if `value` is there.
struct block_list {
  graph::node_ptr value;
  std::vector<block_list> parts;
};
[[nodiscard]] graph::leaf_ptr joined_blocks(const block_list& blocks);
/// Of blocks of several types.
[[nodiscard]] graph::leaf_ptr joined_blocks(array_list row);
[[nodiscard]] graph::leaf_ptr joined_blocks(std::initializer_list<array_list> rows);

}  // namespace detail

/// The arrays one after the other along an axis that they have; without an axis, of all arrays in C
/// order. `numpy.concatenate`; `concatenate<T>` is its option `dtype=`.
///
/// @dtype   what the arrays promote to; a C++ number is as strong as an array of its type
/// @throws  value_error  "all the input array dimensions except for the concatenation axis must
///                       match exactly, ...", "zero-dimensional arrays cannot be concatenated",
///                       "need at least one array to concatenate"
/// @throws  axis_error, dtype_error, device_mismatch
template <class T = void, array_sequence S>
[[nodiscard]] auto concatenate(const S& arrays, optional_axis_index axis = 0,
                               casting rule = casting::same_kind) {
  using element = detail::joined_element<T, S>;
  return detail::expression_of_node<element>(
      detail::concatenated(detail::parts_as<element>(arrays, rule), axis));
}
template <class T = void, typed_array A>
[[nodiscard]] auto concatenate(std::initializer_list<A> arrays, optional_axis_index axis = 0,
                               casting rule = casting::same_kind) {
  return concatenate<T, std::initializer_list<A>>(arrays, axis, rule);
}
/// Of arrays of several types: the dtype of the result is known at run time, unless `T` says it.
template <class T = void>
[[nodiscard]] auto concatenate(detail::array_list arrays, optional_axis_index axis = 0,
                               casting rule = casting::same_kind) {
  return detail::expression_of_node<T>(
      detail::concatenated(detail::parts_of<T>(arrays, rule), axis));
}
/// The array API's name of `concatenate`.
template <class T = void, array_sequence S>
[[nodiscard]] auto concat(const S& arrays, optional_axis_index axis = 0,
                          casting rule = casting::same_kind) {
  return concatenate<T>(arrays, axis, rule);
}
template <class T = void, typed_array A>
[[nodiscard]] auto concat(std::initializer_list<A> arrays, optional_axis_index axis = 0,
                          casting rule = casting::same_kind) {
  return concatenate<T>(arrays, axis, rule);
}

/// Arrays of one shape along a new axis, whose position in the result is `axis`. `numpy.stack`.
/// @dtype   as `concatenate`
/// @throws  value_error  "all input arrays must have the same shape", "need at least one array to
///                       stack"
/// @throws  axis_error, dtype_error, device_mismatch
template <class T = void, array_sequence S>
[[nodiscard]] auto stack(const S& arrays, axis_index axis = 0, casting rule = casting::same_kind) {
  using element = detail::joined_element<T, S>;
  return detail::expression_of_node<element>(
      detail::stacked(detail::parts_as<element>(arrays, rule), axis));
}
template <class T = void, typed_array A>
[[nodiscard]] auto stack(std::initializer_list<A> arrays, axis_index axis = 0,
                         casting rule = casting::same_kind) {
  return stack<T, std::initializer_list<A>>(arrays, axis, rule);
}
/// Of arrays of several types: the dtype of the result is known at run time, unless `T` says it.
template <class T = void>
[[nodiscard]] auto stack(detail::array_list arrays, axis_index axis = 0,
                         casting rule = casting::same_kind) {
  return detail::expression_of_node<T>(detail::stacked(detail::parts_of<T>(arrays, rule), axis));
}

/// Arrays along a new first axis, and numbers, as results of reductions are: `array({a, b})`,
/// `array({sum(x), mean(x)})`. `numpy.array`. As `stack`, but computed when it is called.
/// @enqueue on the current stream; does not wait
template <typed_array A>
[[nodiscard]] auto array(std::initializer_list<A> arrays) {
  return ndarray<typename A::value_type>(stack(arrays));
}

/// Along the first axis; vectors and numbers are rows. `numpy.vstack`. As `concatenate`.
template <class T = void, array_sequence S>
[[nodiscard]] auto vstack(const S& arrays, casting rule = casting::same_kind) {
  using element = detail::joined_element<T, S>;
  return detail::expression_of_node<element>(
      detail::stacked_vertically(detail::parts_as<element>(arrays, rule)));
}
template <class T = void, typed_array A>
[[nodiscard]] auto vstack(std::initializer_list<A> arrays, casting rule = casting::same_kind) {
  return vstack<T, std::initializer_list<A>>(arrays, rule);
}
template <class T = void>
[[nodiscard]] auto vstack(detail::array_list arrays, casting rule = casting::same_kind) {
  return detail::expression_of_node<T>(
      detail::stacked_vertically(detail::parts_of<T>(arrays, rule)));
}
/// NumPy's older name of `vstack`.
template <class T = void, array_sequence S>
[[nodiscard]] auto row_stack(const S& arrays, casting rule = casting::same_kind) {
  return vstack<T>(arrays, rule);
}
template <class T = void, typed_array A>
[[nodiscard]] auto row_stack(std::initializer_list<A> arrays, casting rule = casting::same_kind) {
  return vstack<T>(arrays, rule);
}

/// Along the second axis; vectors and numbers along their only one. `numpy.hstack`. As
/// `concatenate`.
template <class T = void, array_sequence S>
[[nodiscard]] auto hstack(const S& arrays, casting rule = casting::same_kind) {
  using element = detail::joined_element<T, S>;
  return detail::expression_of_node<element>(
      detail::stacked_horizontally(detail::parts_as<element>(arrays, rule)));
}
template <class T = void, typed_array A>
[[nodiscard]] auto hstack(std::initializer_list<A> arrays, casting rule = casting::same_kind) {
  return hstack<T, std::initializer_list<A>>(arrays, rule);
}
template <class T = void>
[[nodiscard]] auto hstack(detail::array_list arrays, casting rule = casting::same_kind) {
  return detail::expression_of_node<T>(
      detail::stacked_horizontally(detail::parts_of<T>(arrays, rule)));
}

/// Along the third axis, of what `atleast_3d` makes of the arrays. `numpy.dstack`. As
/// `concatenate`.
template <array_sequence S>
[[nodiscard]] auto dstack(const S& arrays) {
  using element = detail::joined_element<void, S>;
  return detail::expression_of_node<element>(
      detail::stacked_in_depth(detail::parts_as<element>(arrays)));
}
template <typed_array A>
[[nodiscard]] auto dstack(std::initializer_list<A> arrays) {
  return dstack<std::initializer_list<A>>(arrays);
}
[[nodiscard]] inline auto dstack(detail::array_list arrays) {
  return dstack(detail::untyped_parts(arrays));
}

/// Along the second axis; vectors and numbers are columns. `numpy.column_stack`. As `concatenate`.
template <array_sequence S>
[[nodiscard]] auto column_stack(const S& arrays) {
  using element = detail::joined_element<void, S>;
  return detail::expression_of_node<element>(
      detail::stacked_columns(detail::parts_as<element>(arrays)));
}
template <typed_array A>
[[nodiscard]] auto column_stack(std::initializer_list<A> arrays) {
  return column_stack<std::initializer_list<A>>(arrays);
}
[[nodiscard]] inline auto column_stack(detail::array_list arrays) {
  return column_stack(detail::untyped_parts(arrays));
}

namespace detail {

template <class L>
struct block_traits;
template <sequence_part A>
struct block_traits<A> {
  static constexpr dtype type = dtype_of_part<A>;
  static block_list list(const A& value, dtype as) {
    return {graph::make_cast(node_of_part(value), as), {}};
  }
};
template <class... L>
requires(sizeof...(L) > 0) struct block_traits<std::tuple<L...>> {
  static constexpr dtype type = [] {
    dtype promoted = dtype::bool_;
    ((promoted = promote_types(promoted, block_traits<std::remove_cvref_t<L>>::type)), ...);
    return promoted;
  }();
  static block_list list(const std::tuple<L...>& parts, dtype as) {
    return std::apply(
        [&](const auto&... part) {
          return block_list{nullptr,
                            {block_traits<std::remove_cvref_t<decltype(part)>>::list(part, as)...}};
        },
        parts);
  }
};
template <std::ranges::input_range L>
requires(!typed_array<L>) struct block_traits<L> {
  using entry = std::ranges::range_value_t<L>;
  static constexpr dtype type = block_traits<entry>::type;
  static block_list list(const L& parts, dtype as) {
    block_list result;
    for (const entry& part : parts) result.parts.push_back(block_traits<entry>::list(part, as));
    return result;
  }
};

}  // namespace detail

/// One array of nested lists of blocks: those of the innermost lists along the last axis, what they
/// make along the axis before it, and so on: `block({{a, b}, {c, d}})`, or with blocks of any types
/// `block(xtuple(xtuple(a, 1), xtuple(b, c)))`. `numpy.block`. As `concatenate`, but computed when
/// it is called.
/// @enqueue on the current stream; does not wait
/// @throws value_error  "List depths are mismatched. ...", "List at arrays[0] cannot be empty"
template <class L>
requires requires {
  detail::block_traits<L>::type;
}
[[nodiscard]] auto block(const L& blocks) {
  using traits = detail::block_traits<L>;
  return ndarray<element_t<traits::type>>(
      detail::joined_blocks(traits::list(blocks, traits::type)));
}
template <typed_array A>
[[nodiscard]] auto block(std::initializer_list<A> blocks) {
  return block<std::initializer_list<A>>(blocks);
}
template <typed_array A>
[[nodiscard]] auto block(std::initializer_list<std::initializer_list<A>> blocks) {
  return block<std::initializer_list<std::initializer_list<A>>>(blocks);
}
template <typed_array A>
[[nodiscard]] auto block(
    std::initializer_list<std::initializer_list<std::initializer_list<A>>> blocks) {
  return block<std::initializer_list<std::initializer_list<std::initializer_list<A>>>>(blocks);
}
/// Of blocks of several C++ types: the dtype of the result is known at run time. A template, so
/// that of `{{a}, {b}}` the lists are rows.
template <class = void>
[[nodiscard]] auto block(detail::array_list row) {
  return detail::array_of_leaf<void>(detail::joined_blocks(row));
}
[[nodiscard]] inline auto block(std::initializer_list<detail::array_list> rows) {
  return detail::array_of_leaf<void>(detail::joined_blocks(rows));
}

template <array_like A, array_like B, class... More>
refusal::arrays_to_join_are_one_list_in_braces concatenate(const A&, const B&,
                                                           const More&...) = delete;
template <array_like A, array_like B, class... More>
refusal::arrays_to_join_are_one_list_in_braces stack(const A&, const B&, const More&...) = delete;
template <array_like A, array_like B, class... More>
refusal::arrays_to_join_are_one_list_in_braces vstack(const A&, const B&, const More&...) = delete;
template <array_like A, array_like B, class... More>
refusal::arrays_to_join_are_one_list_in_braces hstack(const A&, const B&, const More&...) = delete;

}  // namespace gpu
