// SPDX-License-Identifier: BSD-3-Clause
// `arange` of bounds that are elements of arrays.
#pragma once

#include <type_traits>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/element.hpp>

namespace gpu {

namespace detail {
/// The number that an element reads as; anything else as it is.
template <class Argument>
[[nodiscard]] auto number_of_element(const Argument& argument) {
  if constexpr (element_proxy<Argument>)
    return static_cast<typename Argument::value_type>(argument);
  else
    return argument;
}
}  // namespace detail

/// `arange` with elements of arrays among its bounds, which are the numbers that they read as:
/// `arange(n(0))`, `arange<double>(0, n(1))`. Waits for them.
template <class T = void, class... Arguments>
requires(element_proxy<Arguments> || ...) [[nodiscard]] auto arange(const Arguments&... arguments) {
  if constexpr (std::is_void_v<T>)
    return arange(detail::number_of_element(arguments)...);
  else
    return arange<T>(detail::number_of_element(arguments)...);
}

}  // namespace gpu
