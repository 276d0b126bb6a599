// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/manipulation/broadcasting.hpp>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/graph/build.hpp>

namespace gpu::detail {
namespace {

[[noreturn]] void throw_mismatch(const std::vector<shape>& shapes, std::size_t one,
                                 std::size_t other) {
  throw shape_error(text_of(
      "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg ",
      one, " with shape ", shapes[one], " and arg ", other, " with shape ", shapes[other], "."));
}

}  // namespace

shape common_shape(const std::vector<shape>& shapes) {
  std::size_t rank = 0;
  for (const shape& one : shapes) rank = std::max(rank, one.size());
  shape result(rank, 1);
  std::vector<std::size_t> decided_by(rank, 0);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const std::size_t missing = rank - shapes[i].size();
    for (std::size_t k = 0; k < shapes[i].size(); ++k) {
      const std::ptrdiff_t extent = shapes[i][k];
      if (extent == 1 || extent == result[missing + k]) continue;
      if (result[missing + k] != 1) throw_mismatch(shapes, decided_by[missing + k], i);
      result[missing + k] = extent;
      decided_by[missing + k] = i;
    }
  }
  return result;
}

node_list broadcast_together(const node_list& arrays) {
  std::vector<shape> shapes;
  for (const graph::node_ptr& array : arrays) shapes.push_back(array->extents);
  const shape extents = common_shape(shapes);
  node_list result;
  for (const graph::node_ptr& array : arrays)
    result.push_back(graph::make_broadcast(array, extents));
  return result;
}

}  // namespace gpu::detail
