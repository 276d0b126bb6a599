// SPDX-License-Identifier: BSD-3-Clause
// Arguments that NumPy makes arrays of: beside arrays, numbers and vectors. Braces have no type, so
// functions that take `{1, 2}` have an overload for std::initializer_list, which is such a vector.
#pragma once

#include <concepts>

#include <gpu/array/asarray.hpp>

namespace gpu::detail {

/// An array, a number or an element, or a vector or other contiguous range of numbers on the host.
template <class A>
concept array_argument = array_like<A> || number_or_element<A> || host_range<A>;

/// The array itself, or a copy on `where` of numbers on the host.
template <array_argument A>
[[nodiscard]] decltype(auto) as_array(const A& value, device where) {
  if constexpr (array_like<A>)
    return (value);
  else
    return asarray(read_proxy(value), where);
}

/// The current device.
[[nodiscard]] inline device device_of_arguments() {
  return current_device();
}
/// The device of the first argument that is an array, or knows its device as arrays do, else the
/// current one.
template <class First, class... More>
[[nodiscard]] device device_of_arguments(const First& first, const More&... more) {
  if constexpr (requires {
                  { first.device() } -> std::same_as<device>;
                })
    return first.device();
  else
    return device_of_arguments(more...);
}

/// What is written to elements of a dtype that is known at run time.
/// @throws overflow_error  as below
/// @throws dtype_error     if a complex number was to become a real element
template <array_argument A>
[[nodiscard]] graph::node_ptr written_argument(const A& value, dtype type, device where) {
  if constexpr (number_or_element<A>)
    return assigned_scalar(read_proxy(value), type);
  else
    return as_array(value, where).node();
}

/// What is written to elements of type `T`: as `written_node`, and copies of numbers on the host.
/// @throws overflow_error  if `T` is an integer type that cannot hold the number
template <class T, array_argument A>
[[nodiscard]] graph::node_ptr written_argument(const A& value, device where) {
  if constexpr (number_or_element<A>)
    return assigned_scalar<T>(read_proxy(value));
  else
    return written_node<T>(as_array(value, where));
}

}  // namespace gpu::detail
