// SPDX-License-Identifier: BSD-3-Clause
// Checks of what others say of their memory.
#pragma once

#include <cstddef>

#include <gpu/core/dtype.hpp>
#include <gpu/core/layout.hpp>
#include <gpu/core/shape.hpp>

namespace gpu::detail {

/// Elements at strides in the smallest span of memory that has them all.
struct foreign_layout {
  layout elements;       ///< counted from the span's beginning
  std::ptrdiff_t count;  ///< elements from the first to the last; 0 if there are none
};

/// @throws value_error  for negative extents, other numbers of strides than of axes, and layouts
///                      beyond what can be addressed
[[nodiscard]] foreign_layout layout_of_foreign(const shape& extents, const shape& strides);

/// Whether the address is a multiple of the element's size, as ours are.
[[nodiscard]] bool is_aligned(const void* data, dtype type) noexcept;

/// @throws value_error  if there are bytes, and the pointer is null or not aligned
void require_usable(const void* data, std::size_t size_bytes, dtype type);

}  // namespace gpu::detail
