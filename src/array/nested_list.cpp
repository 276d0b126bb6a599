// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/nested_list.hpp>

#include <string>
#include <vector>

#include <gpu/array/indexing/index_argument.hpp>
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

graph::node_ptr listed_mask(nested_list<strict_bool> mask) {
  const flat_values<strict_bool> flat = flatten(mask);
  const std::vector<unsigned char> bytes(flat.values.begin(), flat.values.end());
  return graph::node_ptr(
      leaf_from_host(bytes.data(), dtype::bool_, flat.extents, current_device()).get());
}

graph::node_ptr listed_mask(const std::vector<bool>& mask) {
  return mask_on(mask, current_device());
}

}  // namespace gpu::detail
