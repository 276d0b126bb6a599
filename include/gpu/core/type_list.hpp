// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace gpu {

/// A list of types, as a type.
template <class... Types>
struct type_list {
  static constexpr std::size_t size = sizeof...(Types);

  /// `function.template operator()<T>()` for each type, in order.
  template <class Function>
  static constexpr void for_each(Function&& function) {
    (function.template operator()<Types>(), ...);
  }
};

}  // namespace gpu
