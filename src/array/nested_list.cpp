// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/nested_list.hpp>

#include <string>

#include <gpu/core/error.hpp>

namespace gpu::detail {
namespace {

/// NumPy's words, and what is wrong.
shape_error inhomogeneous(const std::string& found) {
  return shape_error(
      "setting an array element with a sequence. The requested array has an inhomogeneous shape: " +
      found);
}

}  // namespace

void require_extent(shape& extents, std::size_t axis, std::ptrdiff_t extent) {
  if (axis == extents.size()) extents.push_back(extent);
  if (extents[axis] != extent)
    throw inhomogeneous("extents " + std::to_string(extents[axis]) + " and " +
                        std::to_string(extent) + " on axis " + std::to_string(axis));
}

void throw_numbers_beside_lists(std::size_t axis) {
  throw inhomogeneous("numbers and lists on axis " + std::to_string(axis));
}

}  // namespace gpu::detail
