// SPDX-License-Identifier: BSD-3-Clause
// `arange` of bounds that are elements of arrays.
#pragma once

#include <type_traits>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/element.hpp>

namespace gpu {

/// `arange` with elements of arrays among its bounds, which are the numbers that they read as:
/// `arange(n(0))`, `arange<double>(0, n(1))`. Waits for them.
template <class T = void, class... Arguments>
requires(element_proxy<Arguments> || ...) [[nodiscard]] auto arange(const Arguments&... arguments) {
  if constexpr (std::is_void_v<T>)
    return arange(detail::read_proxy(arguments)...);
  else
    return arange<T>(detail::read_proxy(arguments)...);
}

}  // namespace gpu
