// SPDX-License-Identifier: BSD-3-Clause
// Functions that write elements at indices, and such that choose among arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/indexing/indexed_view.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/list_argument.hpp>
#include <gpu/array/manipulation/array_sequence.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/array/result_type.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/strict_bool.hpp>

namespace gpu {

namespace detail {
void put_node(const placed_elements& a, const graph::node_ptr& indices,
              const graph::node_ptr& values, index_mode mode);
void put_along(const placed_elements& a, const graph::node_ptr& indices,
               const graph::node_ptr& values, optional_axis axis);
void fill_diagonal_of(const placed_elements& a, const graph::node_ptr& values, bool wrap);
/// @param choices  of one dtype
[[nodiscard]] graph::node_ptr chosen(const graph::node_ptr& which, const node_list& choices,
                                     index_mode mode);
/// @param choices  of the dtype of `otherwise`
[[nodiscard]] graph::node_ptr selected(const node_list& conditions, const node_list& choices,
                                       const graph::node_ptr& otherwise);
/// The parts, converted to what NumPy promotes them to, numbers being weak.
[[nodiscard]] node_list choices_of(std::span<const listed_array> choices);
[[nodiscard]] graph::node_ptr selected(const node_list& conditions, array_list choices,
                                       const listed_array& otherwise);

/// What choices are promoted to, together with `More`.
template <class Choices, class... More>
struct choice_element {
  using type = result_type_t<expression<element_t<sequence_traits<Choices>::type>>, More...>;
};
template <class... A, class... More>
struct choice_element<std::tuple<A...>, More...> {
  using type = result_type_t<A..., More...>;
};
template <scalar_like Number, class... More>
struct choice_element<std::initializer_list<Number>, More...> {
  using type = result_type_t<Number, More...>;
};
template <class Choices, class... More>
using choice_element_t = typename choice_element<Choices, More...>::type;

template <class T, class Choices>
[[nodiscard]] node_list choices_as(const Choices& choices) {
  node_list nodes;
  if constexpr (array_sequence<Choices>)
    nodes = sequence_traits<Choices>::nodes(choices);
  else
    for (const auto& number : choices) nodes.push_back(node_of_part(number));
  for (graph::node_ptr& node : nodes) node = graph::make_cast(node, dtype_of<T>);
  return nodes;
}
}  // namespace detail

/// Writes to the elements at positions in C order; values are repeated as often as needed. Of a
/// position that comes several times the last value counts. Both are arrays, vectors, lists or
/// numbers: `put(a, {0, -1}, {7, 8})`. Views are written through: `put(transpose(a), 1, 9)`.
/// `numpy.put`.
/// @throws index_error  "index 7 is out of bounds for axis 0 with size 6"; nothing is written then
template <detail::index_writable A, detail::array_argument Value>
void put(A&& a, const detail::index_argument& indices, const Value& values,
         index_mode_option mode = index_mode::raise) {
  const device where = a.device();
  detail::write_elements_of(std::forward<A>(a), [&](const detail::placed_elements& elements) {
    detail::put_node(elements, indices.on(where),
                     detail::written_argument<detail::element_of_target<A>>(values, where), mode);
  });
}
template <detail::index_writable A, scalar_like Number>
void put(A&& a, const detail::index_argument& indices, std::initializer_list<Number> values,
         index_mode_option mode = index_mode::raise) {
  put<A, std::initializer_list<Number>>(std::forward<A>(a), indices, values, mode);
}
template <detail::index_writable A>
void put(A&& a, const detail::index_argument& indices, const detail::list_argument& values,
         index_mode_option mode = index_mode::raise) {
  put<A, any_expression>(std::forward<A>(a), indices, values.on(a.device()), mode);
}

/// Writes where `take_along_axis` reads: `put_along_axis(a, argmax(a, 1, keepdims), 0, 1)`.
/// `numpy.put_along_axis`.
/// @throws value_error  "`indices` and `arr` must have the same number of dimensions"; axis_error,
///         index_error, shape_error
template <detail::index_writable A, detail::array_argument Value>
void put_along_axis(A&& a, const detail::index_argument& indices, const Value& values,
                    optional_axis_index axis) {
  const device where = a.device();
  detail::write_elements_of(std::forward<A>(a), [&](const detail::placed_elements& elements) {
    detail::put_along(elements, indices.on(where),
                      detail::written_argument<detail::element_of_target<A>>(values, where), axis);
  });
}
template <detail::index_writable A, scalar_like Number>
void put_along_axis(A&& a, const detail::index_argument& indices,
                    std::initializer_list<Number> values, optional_axis_index axis) {
  put_along_axis<A, std::initializer_list<Number>>(std::forward<A>(a), indices, values, axis);
}
template <detail::index_writable A>
void put_along_axis(A&& a, const detail::index_argument& indices,
                    const detail::list_argument& values, optional_axis_index axis) {
  put_along_axis<A, any_expression>(std::forward<A>(a), indices, values.on(a.device()), axis);
}

/// Writes to the main diagonal; with `wrap` that of a tall matrix begins again after an empty row.
/// `numpy.fill_diagonal`.
/// @throws value_error  "array must be at least 2-d", "All dimensions of input must be of equal
///                      length" of more than two axes
template <detail::index_writable A, detail::array_argument Value>
void fill_diagonal(A&& a, const Value& value, strict_bool wrap = false) {
  const device where = a.device();
  detail::write_elements_of(std::forward<A>(a), [&](const detail::placed_elements& elements) {
    detail::fill_diagonal_of(
        elements, detail::written_argument<detail::element_of_target<A>>(value, where), wrap);
  });
}
template <detail::index_writable A, scalar_like Number>
void fill_diagonal(A&& a, std::initializer_list<Number> values, strict_bool wrap = false) {
  fill_diagonal<A, std::initializer_list<Number>>(std::forward<A>(a), values, wrap);
}
template <detail::index_writable A>
void fill_diagonal(A&& a, const detail::list_argument& values, strict_bool wrap = false) {
  fill_diagonal<A, any_expression>(std::forward<A>(a), values.on(a.device()), wrap);
}

/// For each element that of the choice whose number `which` has there; all broadcast together.
/// `numpy.choose`.
/// @param choices  a list of arrays and numbers, a vector or an `xtuple`, or an array, whose parts
///                 along the first axis are the choices
/// @dtype  what the choices promote to; numbers are weak, and wrap in an integer type
/// @throws value_error  "invalid entry in choice array", which `mode` avoids; the call waits to
///                      learn that
template <detail::index_or_mask I, detail::typed_sequence Choices>
[[nodiscard]] auto choose(const I& which, const Choices& choices,
                          index_mode_option mode = index_mode::raise) {
  using T = detail::choice_element_t<Choices>;
  return expression<T>(
      detail::chosen(detail::index_or_mask_node(which), detail::choices_as<T>(choices), mode));
}
template <detail::index_or_mask I, detail::sequence_part A>
[[nodiscard]] auto choose(const I& which, std::initializer_list<A> choices,
                          index_mode_option mode = index_mode::raise) {
  using T = detail::choice_element_t<std::initializer_list<A>>;
  return expression<T>(
      detail::chosen(detail::index_or_mask_node(which), detail::choices_as<T>(choices), mode));
}
/// Of choices of several C++ types: the dtype of the result is known at run time.
template <detail::index_or_mask I>
[[nodiscard]] auto choose(const I& which, detail::array_list choices,
                          index_mode_option mode = index_mode::raise) {
  return any_expression(detail::chosen(detail::index_or_mask_node(which),
                                       detail::choices_of({choices.begin(), choices.size()}),
                                       mode));
}

/// Of indices on the host, a vector or a list: `choose({0, 1}, {a, b})`, `choose({0, 1}, vector)`.
template <detail::index_range I = std::initializer_list<std::ptrdiff_t>, detail::sequence_part A>
[[nodiscard]] auto choose(const I& which, std::initializer_list<A> choices,
                          index_mode_option mode = index_mode::raise) {
  using T = detail::choice_element_t<std::initializer_list<A>>;
  return expression<T>(detail::chosen(detail::index_argument(which).on(current_device()),
                                      detail::choices_as<T>(choices), mode));
}
template <detail::index_range I = std::initializer_list<std::ptrdiff_t>, class Choices>
requires(detail::typed_sequence<Choices>)
    [[nodiscard]] auto choose(const I& which, const Choices& choices,
                              index_mode_option mode = index_mode::raise) {
  using T = detail::choice_element_t<Choices>;
  return expression<T>(detail::chosen(detail::index_argument(which).on(current_device()),
                                      detail::choices_as<T>(choices), mode));
}

/// For each element that of the choice whose condition is the first to hold, else `otherwise`; all
/// broadcast together: `select({x < 3, x > 5}, {x, -x}, 42)`. `numpy.select`.
/// @param conditions, choices  lists, vectors or an `xtuple`, or arrays, whose parts along the
///                             first axis they are; choices may be numbers
/// @param otherwise            a number or an array
/// @dtype  what the choices and `otherwise` promote to; numbers are weak, and wrap in an integer
///         type
/// @throws value_error  "list of cases must be same length as list of conditions", "select with an
///                      empty condition list is not possible"
/// @throws dtype_error  "invalid entry 0 in condlist: should be boolean ndarray, not int32"
template <detail::typed_sequence Choices, detail::sequence_part Default = int>
[[nodiscard]] auto select(const detail::array_arguments& conditions, const Choices& choices,
                          const Default& otherwise = 0) {
  using T = detail::choice_element_t<Choices, Default>;
  return expression<T>(
      detail::selected(conditions.nodes, detail::choices_as<T>(choices),
                       graph::make_cast(detail::node_of_part(otherwise), dtype_of<T>)));
}
template <detail::sequence_part A, detail::sequence_part Default = int>
[[nodiscard]] auto select(const detail::array_arguments& conditions,
                          std::initializer_list<A> choices, const Default& otherwise = 0) {
  using T = detail::choice_element_t<std::initializer_list<A>, Default>;
  return expression<T>(
      detail::selected(conditions.nodes, detail::choices_as<T>(choices),
                       graph::make_cast(detail::node_of_part(otherwise), dtype_of<T>)));
}
/// Of choices of several C++ types: the dtype of the result is known at run time.
[[nodiscard]] inline auto select(const detail::array_arguments& conditions,
                                 detail::array_list choices,
                                 const detail::listed_array& otherwise = 0) {
  return any_expression(detail::selected(conditions.nodes, choices, otherwise));
}

}  // namespace gpu
