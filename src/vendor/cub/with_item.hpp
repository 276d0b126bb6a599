// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <gpu/core/error.hpp>

#include "vendor/cub/cub.hpp"

namespace gpu {

/// Calls `function` with an unsigned type of that size.
template <class Function>
decltype(auto) with_item(int bytes, const Function& function) {
  switch (bytes) {
    case 1:
      return function(std::type_identity<std::uint8_t>{});
    case 2:
      return function(std::type_identity<std::uint16_t>{});
    case 4:
      return function(std::type_identity<std::uint32_t>{});
    case 8:
      return function(std::type_identity<std::uint64_t>{});
    case 16:
      return function(std::type_identity<cub_kernels::wide_item>{});
    default:
      fail("elements have 1, 2, 4, 8 or 16 bytes");
  }
}

}  // namespace gpu
