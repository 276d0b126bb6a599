// SPDX-License-Identifier: BSD-3-Clause
#include "array/foreign_layout.hpp"

#include <cstdint>
#include <limits>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::detail {
namespace {

/// So that bytes can be counted, too.
constexpr std::ptrdiff_t max_span = std::numeric_limits<std::ptrdiff_t>::max() / 32;

[[noreturn]] void throw_too_far(const shape& extents, const shape& strides) {
  throw value_error(text_of("array is too big; shape ", extents, " with strides ", strides,
                            " reaches beyond what can be addressed"));
}

}  // namespace

foreign_layout layout_of_foreign(const shape& extents, const shape& strides) {
  if (extents.size() != strides.size())
    throw value_error(text_of("strides is incompatible with shape of requested array: ", strides,
                              " has not one for each axis of ", extents));
  foreign_layout result{{0, extents, strides}, 1};
  if (element_count(extents) == 0) {
    result.elements.strides = row_major_strides(extents);
    result.count = 0;
    return result;
  }
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    std::ptrdiff_t& stride = result.elements.strides[axis];
    if (extents[axis] == 1) stride = 0;
    std::ptrdiff_t reach = 0;
    if (__builtin_mul_overflow(extents[axis] - 1, stride, &reach) || reach > max_span ||
        reach < -max_span)
      throw_too_far(extents, strides);
    result.count += reach < 0 ? -reach : reach;
    if (result.count > max_span) throw_too_far(extents, strides);
    if (reach < 0) result.elements.offset -= reach;
  }
  return result;
}

bool is_aligned(const void* data, dtype type) noexcept {
  return reinterpret_cast<std::uintptr_t>(data) % size_bytes(type) == 0;
}

void require_usable(const void* data, std::size_t size_bytes, dtype type) {
  if (size_bytes == 0) return;
  if (data == nullptr) throw value_error(text_of("the pointer to elements of ", type, " is null"));
  if (!is_aligned(data, type))
    throw value_error(text_of("the pointer ", data, " is not aligned to elements of ", type));
}

}  // namespace gpu::detail
