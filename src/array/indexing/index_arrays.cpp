// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/index_arrays.hpp>

#include <algorithm>

#include <gpu/array/creation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/broadcast.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/index_values.hpp"
#include "array/indexing/positions.hpp"
#include "array/indexing/taken_axes.hpp"
#include "core/reversed.hpp"
#include "execute/index_reports.hpp"
#include "graph/gather.hpp"

namespace gpu::detail {
namespace {

using graph::node_ptr;
using int_expression = expression<std::int64_t>;

void require_position(std::ptrdiff_t position, std::ptrdiff_t size) {
  if (position < 0 || position >= size)
    throw value_error(text_of("index ", position, " is out of bounds for array with size ", size));
}

/// @throws value_error  "invalid entry in coordinates array". Waits.
void require_coordinates(const node_ptr& index, std::int64_t extent) {
  if (element_count(index->extents) == 0) return;
  const int_expression along(graph::make_cast(index, dtype::int64));
  if (any(along < std::int64_t{0} || along >= extent).item())
    throw value_error("invalid entry in coordinates array");
}

/// Indices of an axis as `mode` has them. Waits if it is `raise`.
node_ptr index_within(const node_ptr& index, std::int64_t extent, index_mode mode) {
  if (mode == index_mode::raise) require_coordinates(index, extent);
  if (mode != index_mode::wrap || extent == 0) return index;  // the gather clips
  return remainder(int_expression(graph::make_cast(index, dtype::int64)), extent).node();
}

/// @throws value_error  "only 'C' or 'F' order is permitted"
bool is_fortran_order(std::string_view order) {
  if (order == "C" || order == "c") return false;
  if (order == "F" || order == "f") return true;
  throw value_error(text_of("only 'C' or 'F' order is permitted, not '", order, "'"));
}

}  // namespace

index_pair triangle_indices(std::ptrdiff_t rows, std::ptrdiff_t columns, std::ptrdiff_t k,
                            bool lower, device where) {
  const std::ptrdiff_t m = std::max<std::ptrdiff_t>(rows, 0);
  const std::ptrdiff_t n = std::max<std::ptrdiff_t>(columns, 0);
  const int_expression below(diagonal_distance(m, n, k, where));
  const expression<bool> mask = lower ? below >= std::int64_t{0} : below <= std::int64_t{0};
  const std::vector<node_ptr> indices = indices_of(mask.node(), where);
  return {ndarray<std::int64_t>(int_expression(indices[0])),
          ndarray<std::int64_t>(int_expression(indices[1]))};
}

void require_matrix_of_indices(std::size_t rank) {
  if (rank != 2) throw value_error(text_of("input array must be 2-d, not ", rank, "-d"));
}

void require_equal_extents(const shape& extents, std::size_t dimensions) {
  if (extents.size() < 2)
    throw value_error(text_of("input array must be at least 2-d, not ", extents.size(), "-d"));
  if (std::any_of(extents.begin(), extents.end(),
                  [&](std::ptrdiff_t extent) { return extent != extents[0]; }))
    throw value_error(text_of("All dimensions of input must be of equal length: ", extents));
  if (extents.size() != dimensions)
    throw value_error(
        text_of("diag_indices_from<", dimensions, "> of an array with ", extents.size(), " axes"));
}

/// Whether the positions in an array of these extents are integers of 64 bits.
bool are_countable(const shape& extents) {
  std::ptrdiff_t count = 1;
  return std::none_of(extents.begin(), extents.end(), [&](std::ptrdiff_t extent) {
    return __builtin_mul_overflow(count, std::max<std::ptrdiff_t>(extent, 1), &count);
  });
}

node_ptr raveled(const std::vector<node_ptr>& indices, const shape& extents, index_mode mode) {
  if (indices.size() != extents.size() || indices.empty())
    throw value_error(text_of("parameter multi_index must be a sequence of length ", extents.size(),
                              ", not ", indices.size()));
  if (!are_countable(extents))
    throw value_error(
        text_of("invalid dims: array size defined by dims is larger than the maximum "
                "possible size. dims: ",
                tuple_text(extents)));
  std::vector<const shape*> shapes;
  for (const node_ptr& one : indices) shapes.push_back(&one->extents);
  const shape all = broadcast_shapes(shapes);
  const shape strides = row_major_strides(extents);
  const device where = graph::device_of(indices[0]);
  std::vector<graph::indexed_axis> axes;
  for (std::size_t axis = 0; axis < extents.size(); ++axis)
    axes.push_back(
        named_axis(indices[axis], extents[axis], strides[axis], axis, element_count(all) == 0));
  const node_ptr report = mode == index_mode::raise ? execute::index_report_on(where) : nullptr;
  return graph::make_gather_offset(where, {0, all, shape(all.size(), 0)}, axes, mode, report);
}

node_ptr raveled_multi_index(std::vector<node_ptr> indices, shape extents, const index_modes& modes,
                             std::string_view order) {
  const bool is_fortran = is_fortran_order(order);
  const std::vector<index_mode> of_axes = modes.of(extents.size());
  if (indices.empty() && extents.empty()) return filled_node(dtype::int64, {}, 0, current_device());
  const bool is_empty = std::any_of(indices.begin(), indices.end(), [](const node_ptr& one) {
    return element_count(one->extents) == 0;
  });
  if (!is_empty && std::find(extents.begin(), extents.end(), 0) != extents.end())
    throw value_error(
        text_of("cannot unravel if shape has zero entries (is empty): ", tuple_text(extents)));
  index_mode all = index_mode::clip;
  if (indices.size() == extents.size()) {
    const bool wraps = std::all_of(of_axes.begin(), of_axes.end(),
                                   [](index_mode mode) { return mode == index_mode::wrap; });
    for (std::size_t axis = 0; axis < extents.size() && !wraps; ++axis)
      indices[axis] = index_within(indices[axis], extents[axis], of_axes[axis]);
    if (wraps) all = index_mode::wrap;
  }
  if (is_fortran) {
    std::reverse(indices.begin(), indices.end());
    extents = reversed(extents);
  }
  return raveled(indices, extents, all);  // which needs no report
}

std::vector<node_ptr> unraveled(const node_ptr& positions, const shape& extents,
                                std::string_view order) {
  if (is_fortran_order(order)) {
    std::vector<node_ptr> indices = unraveled(positions, reversed(extents), "C");
    std::reverse(indices.begin(), indices.end());
    return indices;
  }
  if (!are_countable(extents))
    throw value_error(
        text_of("dimensions are too large; arrays and shapes with a total size "
                "greater than 'intp' are not supported: ",
                tuple_text(extents)));
  const std::ptrdiff_t size = element_count(extents);
  const int_expression at(graph::make_cast(positions, dtype::int64));
  if (element_count(positions->extents) > 0)
    for (const std::int64_t extreme : {min(at).item(), max(at).item()})
      require_position(extreme, size);
  std::vector<node_ptr> indices;
  std::ptrdiff_t behind = size;
  for (const std::ptrdiff_t extent : extents) {
    behind /= std::max<std::ptrdiff_t>(extent, 1);
    const int_expression along =
        floor_divide(at, std::int64_t{std::max<std::ptrdiff_t>(behind, 1)});
    indices.push_back(remainder(along, std::int64_t{std::max<std::ptrdiff_t>(extent, 1)}).node());
  }
  return indices;
}

node_ptr open_index(const node_ptr& indices, std::size_t axis, std::size_t rank) {
  if (indices->extents.size() != 1)
    throw value_error(text_of("Cross index must be 1 dimensional, not ", indices->extents.size()));
  const device where = graph::device_of(indices);
  const node_ptr numbers = indices->type == dtype::bool_ ? positions_of(indices, where) : indices;
  shape extents(rank, 1);
  extents[axis] = numbers->extents[0];
  return graph::make_reshape(graph::make_cast(numbers, dtype::int64), extents);
}

shape unraveled_position(std::ptrdiff_t position, const shape& extents, std::string_view order) {
  if (is_fortran_order(order))
    return reversed(unraveled_position(position, reversed(extents), "C"));
  require_position(position, element_count(extents));
  shape index(extents.size(), 0);
  for (std::size_t axis = extents.size(); axis-- > 0;) {
    index[axis] = position % extents[axis];
    position /= extents[axis];
  }
  return index;
}

}  // namespace gpu::detail
