// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/dtype.hpp>
#include <gpu/core/error.hpp>

#include "vendor/cub/cub.hpp"

namespace gpu {

/// NumPy's order of the elements of a real dtype, nans last, or the opposite.
[[nodiscard]] inline cub_kernels::element_order order_of(dtype type, bool descending,
                                                         bool zeros_are_equal) {
  const dtype_traits& of_type = traits(type);
  cub_kernels::element_order order{};
  order.bytes = of_type.size_bytes;
  order.descending = descending;
  order.zeros_are_equal = zeros_are_equal;
  order.is_floating = of_type.kind == dtype_kind::floating;
  if (of_type.is_signed || order.is_floating)
    order.sign = std::uint64_t(1) << (8 * of_type.size_bytes - 1);
  switch (type) {
    case dtype::float16:
      order.infinity = 0x7c00;
      order.nan = 0x7e00;
      break;
    case dtype::bfloat16:
      order.infinity = 0x7f80;
      order.nan = 0x7fc0;
      break;
    case dtype::float32:
      order.infinity = 0x7f80'0000;
      order.nan = 0x7fc0'0000;
      break;
    case dtype::float64:
      order.infinity = 0x7ff0'0000'0000'0000;
      order.nan = 0x7ff8'0000'0000'0000;
      break;
    default:
      if (of_type.kind == dtype_kind::complex) fail("complex numbers have no order of their bits");
  }
  return order;
}

}  // namespace gpu
