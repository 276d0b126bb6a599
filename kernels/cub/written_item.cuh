// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include "vendor/cub/scatter_kernels.hpp"

namespace gpu::cub_kernels {

/// The item that a payload stands for, as `ordered_write_request` says.
template <class Item, class Payload>
__device__ Item item_of(Payload payload, const Item* values) {
  if constexpr (std::is_same_v<Item, Payload>)
    return payload;
  else if constexpr (std::is_same_v<Item, wide_item>)
    return values[payload];
  else
    return static_cast<Item>(payload);
}

}  // namespace gpu::cub_kernels
