// SPDX-License-Identifier: BSD-3-Clause
// Elements where a condition holds: to take them out, and to put others in their place.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <utility>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/copyto.hpp>
#include <gpu/array/indexing/index_argument.hpp>
#include <gpu/array/list_argument.hpp>
#include <gpu/array/ndarray.hpp>

namespace gpu {

namespace detail {
/// Computed now.
[[nodiscard]] graph::leaf_ptr compressed(const graph::node_ptr& condition, const graph::node_ptr& a,
                                         std::optional<std::ptrdiff_t> axis);
[[nodiscard]] graph::leaf_ptr extracted(const graph::node_ptr& condition, const graph::node_ptr& a);
/// What the elements of `target` are where `mask` holds: null if there is nothing to write.
/// @param consecutive  `values` are taken one after the other; else that at the place of each
///                     element
[[nodiscard]] graph::node_ptr put_values(const graph::node_ptr& target, const graph::node_ptr& mask,
                                         const graph::node_ptr& values, bool consecutive);

template <copy_target Target>
void put_where(Target&& a, const graph::node_ptr& mask, const graph::node_ptr& values,
               bool consecutive) {
  auto&& view = whole_view(std::forward<Target>(a));
  graph::node_ptr target = view.read_node();
  graph::node_ptr value = put_values(target, mask, values, consecutive);
  if (!value) return;
  const graph::node_ptr where =
      graph::make_reshape(graph::make_cast(mask, dtype::bool_), target->extents);
  value = copied_node(std::move(value), target, casting::unsafe, where);
  target = nullptr;
  std::forward<decltype(view)>(view).write_node(std::move(value));
}

/// Values for elements of `a`: numbers in its element type, arrays as they are.
template <class Target, array_argument V>
[[nodiscard]] graph::node_ptr values_beside(const Target& a, const V& values) {
  if constexpr (number_or_element<V>)
    return assigned_scalar<typename Target::value_type>(read_proxy(values));
  else
    return as_array(values, a.device()).node();
}

/// Numbers on the host, of which those that are not zero hold: `{true, false}`, a vector.
template <class C>
concept condition_on_host = std::same_as<C, std::vector<bool>> || host_range<C>;

template <condition_on_host C>
[[nodiscard]] graph::node_ptr condition_on(const C& condition, device where) {
  if constexpr (std::same_as<C, std::vector<bool>>)
    return mask_on(condition, where);
  else
    return as_array(condition, where).node();
}

template <class M>
concept mask_argument = array_like<M> || condition_on_host<M>;

template <mask_argument M>
[[nodiscard]] graph::node_ptr mask_beside(const M& mask, device where) {
  if constexpr (condition_on_host<M>)
    return condition_on(mask, where);
  else
    return mask.node();
}
}  // namespace detail

/// The parts of an array along an axis where a condition holds; without an axis its elements in C
/// order. A condition that is shorter than the axis does not hold beyond. `numpy.compress`.
///
/// @param condition  1-D; what is not zero holds
/// @shape   that of a, with extent n along the axis
/// @enqueue the call waits for the number of elements
/// @throws  value_error  "condition must be a 1-d array"
/// @throws  index_error  "index 3 is out of bounds for axis 1 with size 3", when as for `take`
/// @throws  axis_error, device_mismatch
template <array_like C, array_like A>
[[nodiscard]] auto compress(const C& condition, const A& a,
                            optional_axis_index axis = std::nullopt) {
  return detail::array_like_of<A>(detail::compressed(condition.node(), a.node(), axis));
}

/// The same with a list or a vector as the condition: `compress({true, false, true}, a, 0)`.
template <detail::condition_on_host C = std::initializer_list<bool>, array_like A>
[[nodiscard]] auto compress(const C& condition, const A& a,
                            optional_axis_index axis = std::nullopt) {
  return detail::array_like_of<A>(
      detail::compressed(detail::condition_on(condition, a.device()), a.node(), axis));
}

/// The elements in C order at whose positions in C order a condition holds. `numpy.extract`.
/// @shape   (n,)
/// @enqueue the call waits for the number of elements
/// @throws  index_error  as `compress`
template <array_like C, array_like A>
[[nodiscard]] auto extract(const C& condition, const A& a) {
  return detail::array_like_of<A>(detail::extracted(condition.node(), a.node()));
}
/// The same with a list or a vector as the condition: `extract({true, false, true}, a)`.
template <detail::condition_on_host C = std::initializer_list<bool>, array_like A>
[[nodiscard]] auto extract(const C& condition, const A& a) {
  return detail::array_like_of<A>(
      detail::extracted(detail::condition_on(condition, a.device()), a.node()));
}

/// Writes to the elements of an array or view where a mask of as many elements holds: to the one at
/// position i in C order values[i], where the values, an array, a vector, a list or a number, are
/// repeated as often as needed. The mask is an array, a vector or a list. `numpy.putmask`.
/// @throws value_error  "putmask: mask and data must be the same size"
template <detail::copy_target Target, detail::mask_argument M = std::initializer_list<bool>,
          detail::array_argument V>
void putmask(Target&& a, const M& mask, const V& values) {
  const graph::node_ptr given = detail::values_beside(a, values);
  const graph::node_ptr where = detail::mask_beside(mask, a.device());
  detail::put_where(std::forward<Target>(a), where, given, false);
}
template <detail::copy_target Target, detail::mask_argument M = std::initializer_list<bool>,
          scalar_like Number>
void putmask(Target&& a, const M& mask, std::initializer_list<Number> values) {
  putmask<Target, M, std::initializer_list<Number>>(std::forward<Target>(a), mask, values);
}
template <detail::copy_target Target, detail::mask_argument M = std::initializer_list<bool>>
void putmask(Target&& a, const M& mask, const detail::list_argument& values) {
  putmask<Target, M, any_expression>(std::forward<Target>(a), mask, values.on(a.device()));
}

/// The same with the values one after the other: the first element where the mask holds gets
/// values[0], the next one values[1]. `numpy.place`.
/// @enqueue nothing; without values it waits to learn whether the mask holds anywhere
/// @throws value_error  "place: mask and data must be the same size", "Cannot insert from an empty
///                      array!"
template <detail::copy_target Target, detail::mask_argument M = std::initializer_list<bool>,
          detail::array_argument V>
void place(Target&& a, const M& mask, const V& values) {
  const graph::node_ptr given = detail::values_beside(a, values);
  const graph::node_ptr where = detail::mask_beside(mask, a.device());
  detail::put_where(std::forward<Target>(a), where, given, true);
}
template <detail::copy_target Target, detail::mask_argument M = std::initializer_list<bool>,
          scalar_like Number>
void place(Target&& a, const M& mask, std::initializer_list<Number> values) {
  place<Target, M, std::initializer_list<Number>>(std::forward<Target>(a), mask, values);
}
template <detail::copy_target Target, detail::mask_argument M = std::initializer_list<bool>>
void place(Target&& a, const M& mask, const detail::list_argument& values) {
  place<Target, M, any_expression>(std::forward<Target>(a), mask, values.on(a.device()));
}

}  // namespace gpu
