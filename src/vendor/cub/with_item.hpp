// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <gpu/core/error.hpp>

#include "vendor/cub/cub.hpp"

namespace gpu {

/// Calls `function` with an unsigned integer type of that size.
template <class Function>
decltype(auto) with_word(int bytes, const Function& function) {
  switch (bytes) {
    case 1:
      return function(std::type_identity<std::uint8_t>{});
    case 2:
      return function(std::type_identity<std::uint16_t>{});
    case 4:
      return function(std::type_identity<std::uint32_t>{});
    case 8:
      return function(std::type_identity<std::uint64_t>{});
    default:
      fail("elements have 1, 2, 4, 8 or 16 bytes");
  }
}

/// The same, and with one for items of 16 bytes.
template <class Function>
decltype(auto) with_item(int bytes, const Function& function) {
  if (bytes == 16) return function(std::type_identity<cub_kernels::wide_item>{});
  return with_word(bytes, function);
}

}  // namespace gpu
