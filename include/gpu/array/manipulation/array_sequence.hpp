// SPDX-License-Identifier: BSD-3-Clause
// Several arrays as one argument, where NumPy takes a sequence of arrays: a tuple of arrays of any
// types, a vector or other range of arrays of one type, an array, which stands for its parts along
// the first axis. Numbers in a tuple are arrays of no axes.
#pragma once

#include <initializer_list>
#include <optional>
#include <ranges>
#include <tuple>
#include <type_traits>
#include <vector>

#include <gpu/array/expression.hpp>
#include <gpu/array/indexing/access.hpp>
#include <gpu/array/scalar_operand.hpp>
#include <gpu/array/ufunc/refused_masks.hpp>

namespace gpu {

namespace detail {

using node_list = std::vector<graph::node_ptr>;

/// The parts of an array along its first axis.
/// @throws value_error  if it has no axes
[[nodiscard]] node_list first_axis_parts(const graph::node_ptr& value);

template <class A>
concept sequence_part = typed_array<A> || scalar_like<A>;

/// That of a number is its own: beside arrays it is no weaker than they are.
template <sequence_part A>
inline constexpr dtype dtype_of_part = [] {
  using plain = std::remove_cvref_t<A>;
  if constexpr (scalar_like<plain>)
    return dtype_of<plain>;
  else
    return dtype_of<typename plain::value_type>;
}();

template <class A>
requires(array_like<A> || scalar_like<A>) [[nodiscard]] graph::node_ptr
    node_of_part(const A& part) {
  if constexpr (scalar_like<A>)
    return assigned_scalar<A>(part);
  else
    return part.node();
}

/// The dtype that arrays and numbers promote to; nothing if that is known at run time only.
template <class... A>
struct promoted_type {};
template <sequence_part... A>
struct promoted_type<A...> {
  static constexpr dtype type = [] {
    dtype promoted = dtype::bool_;
    ((promoted = promote_types(promoted, dtype_of_part<A>)), ...);
    return promoted;
  }();
};

/// What is known of a sequence: the dtype that its parts promote to, and its parts.
template <class S>
struct sequence_traits;

template <class... A>
requires(sizeof...(A) > 0 &&
         ((array_like<A> || scalar_like<A>)&&...)) struct sequence_traits<std::tuple<A...>>
    : promoted_type<A...> {
  static node_list nodes(const std::tuple<A...>& parts) {
    return std::apply([](const auto&... part) { return node_list{node_of_part(part)...}; }, parts);
  }
};

template <std::ranges::input_range S>
requires(!array_like<S> && array_like<std::ranges::range_value_t<S>>) struct sequence_traits<S>
    : promoted_type<std::ranges::range_value_t<S>> {
  static node_list nodes(const S& parts) {
    node_list list;
    for (const auto& part : parts) list.push_back(part.node());
    return list;
  }
};

template <array_like S>
struct sequence_traits<S> : promoted_type<S> {
  static node_list nodes(const S& array) { return first_axis_parts(array.node()); }
};

/// An entry of `xtuple`: numbers and tuples by value, of arrays a snapshot.
template <class A>
auto tuple_entry(const A& entry) {
  if constexpr (typed_array<A>)
    return expression<typename A::value_type>(entry.node());
  else
    return entry;
}

}  // namespace detail

/// Whatever stands for several arrays.
template <class S>
concept array_sequence = requires(const std::remove_cvref_t<S>& arrays) {
  detail::sequence_traits<std::remove_cvref_t<S>>::nodes(arrays);
};

/// A tuple of arrays and numbers, of any types: `concatenate(xtuple(a, b), 1)`. Keeps the values
/// that the arrays have now. xtensor's name.
template <class... A>
[[nodiscard]] auto xtuple(const A&... entries) {
  return std::tuple<decltype(detail::tuple_entry(entries))...>(detail::tuple_entry(entries)...);
}

namespace detail {

/// A sequence that promotes to a dtype which is known when this is compiled.
template <class S>
concept typed_sequence = array_sequence<S> && requires {
  sequence_traits<std::remove_cvref_t<S>>::type;
};

/// `T`, or what the parts promote to if that is not given: void if that is known at run time only.
template <class T, array_sequence S>
struct joined_type_of : std::type_identity<T> {};
template <typed_sequence S>
struct joined_type_of<void, S> : std::type_identity<element_t<sequence_traits<S>::type>> {};
template <class T, array_sequence S>
using joined_element = typename joined_type_of<T, S>::type;

/// The parts, converted to a dtype, or if there is none to what they promote to.
/// @throws dtype_error  if the rule forbids it
[[nodiscard]] node_list converted_parts(node_list parts, std::optional<dtype> type, casting rule);

/// The parts, converted to `T`, or if that is void to what they promote to.
/// @throws dtype_error  if the rule forbids it
template <class T, array_sequence S>
[[nodiscard]] node_list parts_as(const S& arrays, casting rule = casting::same_kind) {
  if constexpr (std::is_void_v<T>)
    return converted_parts(sequence_traits<S>::nodes(arrays), std::nullopt, rule);
  else
    return converted_parts(sequence_traits<S>::nodes(arrays), dtype_of<T>, rule);
}

/// One of the arrays in a list of arrays of several types.
struct listed_array {
  template <class A>
  requires(array_like<A> || scalar_like<A>) listed_array(const A& part)
      : node(node_of_part(part)), type(runtime_type(part)) {}
  /// A list of numbers: `concatenate({{0.0}, v})`.
  template <element_type Number>
  listed_array(std::initializer_list<Number> list)
      : node(leaf_from_host(list.begin(), dtype_of<Number>,
                            {static_cast<std::ptrdiff_t>(list.size())}, current_device())
                 .get()),
        type{dtype_of<Number>, false} {}
  /// Refused: `a == b` is no mask.
  template <comparison_of_arrays Comparison>
  listed_array(const Comparison& comparison) : listed_array(as_mask(comparison)) {}

  graph::node_ptr node;
  operand_type type;  ///< of a number weak, where functions take numbers so
};
using array_list = std::initializer_list<listed_array>;

/// The parts as they are.
[[nodiscard]] inline node_list nodes_of(array_list list) {
  node_list nodes;
  for (const listed_array& one : list) nodes.push_back(one.node);
  return nodes;
}

/// A list of arrays of any types, or what else stands for several arrays, where the dtype that they
/// promote to does not matter.
struct array_arguments {
  array_arguments(array_list list) : nodes(nodes_of(list)) {}
  template <array_sequence S>
  array_arguments(const S& arrays) : nodes(sequence_traits<S>::nodes(arrays)) {}

  node_list nodes;
};

/// As `parts_as`.
template <class T>
[[nodiscard]] node_list parts_of(array_list list, casting rule) {
  if constexpr (std::is_void_v<T>)
    return converted_parts(nodes_of(list), std::nullopt, rule);
  else
    return converted_parts(nodes_of(list), dtype_of<T>, rule);
}

}  // namespace detail
}  // namespace gpu
