// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/manipulation.hpp>

#include <algorithm>

#include <gpu/core/error.hpp>
#include <gpu/core/slice.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/graph/build.hpp>

#include "array/joined.hpp"
#include "array/new_size.hpp"
#include "array/ufunc/node_arithmetic.hpp"

namespace gpu::detail {
namespace {

/// As `normalize_axis_index`; the error begins with `name`, as in NumPy: "source: axis 5 is ...".
std::size_t named_axis(const char* name, std::ptrdiff_t axis, std::size_t rank) {
  const auto count = static_cast<std::ptrdiff_t>(rank);
  if (*name != 0 && (axis < -count || axis >= count))
    throw axis_error(
        text_of(name, ": axis ", axis, " is out of bounds for array of dimension ", rank));
  return normalize_axis_index(axis, rank);
}

/// Axis numbers from 0, sorted. `repeated` is what is said of an axis that comes twice, `name` what
/// stands before the complaint about one that does not exist.
std::vector<std::size_t> normalized(const axes_list& axes, std::size_t rank,
                                    const char* repeated = "repeated axis", const char* name = "") {
  std::vector<std::size_t> result;
  for (const std::ptrdiff_t axis : axes) result.push_back(named_axis(name, axis, rank));
  std::sort(result.begin(), result.end());
  if (std::adjacent_find(result.begin(), result.end()) != result.end()) throw value_error(repeated);
  return result;
}

}  // namespace

axes_list every_axis(std::size_t rank) {
  axes_list axes(rank);
  for (std::size_t axis = 0; axis < rank; ++axis) axes[axis] = static_cast<std::ptrdiff_t>(axis);
  return axes;
}

graph::node_ptr transposed(const graph::node_ptr& value) {
  axes_list order = every_axis(value->extents.size());
  std::reverse(order.begin(), order.end());
  return transposed(value, order);
}

graph::node_ptr transposed(const graph::node_ptr& value, const axes_list& axes) {
  return graph::make_view(value, permuted(value->extents, axes));
}

graph::node_ptr swapped(const graph::node_ptr& value, std::ptrdiff_t first, std::ptrdiff_t second) {
  axes_list order = every_axis(value->extents.size());
  const std::size_t one = named_axis("axis1", first, order.size());
  std::swap(order[one], order[named_axis("axis2", second, order.size())]);
  return transposed(value, order);
}

graph::node_ptr moved_axes(const graph::node_ptr& value, const axes_list& source,
                           const axes_list& destination) {
  const std::size_t rank = value->extents.size();
  static_cast<void>(normalized(source, rank, "repeated axis in `source` argument", "source"));
  static_cast<void>(
      normalized(destination, rank, "repeated axis in `destination` argument", "destination"));
  if (source.size() != destination.size())
    throw value_error("`source` and `destination` arguments must have the same number of elements");
  std::vector<std::pair<std::size_t, std::ptrdiff_t>> moves;
  axes_list order = every_axis(rank);
  for (std::size_t i = 0; i < source.size(); ++i) {
    const auto axis = static_cast<std::ptrdiff_t>(normalize_axis_index(source[i], rank));
    moves.emplace_back(normalize_axis_index(destination[i], rank), axis);
    std::erase(order, axis);
  }
  std::sort(moves.begin(), moves.end());
  for (const auto& [position, axis] : moves)
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(position), axis);
  return transposed(value, order);
}

graph::node_ptr reshaped(const graph::node_ptr& value, shape extents) {
  const auto is_unknown = [](std::ptrdiff_t extent) { return extent < 0; };
  const auto unknown = std::find_if(extents.begin(), extents.end(), is_unknown);
  if (unknown != extents.end()) {
    if (std::count_if(extents.begin(), extents.end(), is_unknown) > 1)
      throw value_error("can only specify one unknown dimension");
    shape known = extents;
    known[static_cast<std::size_t>(unknown - extents.begin())] = 1;
    const std::ptrdiff_t count = element_count(value->extents);
    const std::ptrdiff_t rest = element_count(known);
    if (rest == 0 || count % rest != 0)
      throw shape_error(text_of("cannot reshape array of size ", count, " into shape ", extents));
    *unknown = count / rest;
  }
  return graph::make_reshape(value, extents);
}

graph::node_ptr filled_up(const graph::node_ptr& value, const shape& extents) {
  const std::ptrdiff_t before = element_count(value->extents);
  const std::ptrdiff_t count = new_size(extents);
  const graph::node_ptr elements = graph::make_reshape(value, {before});
  if (count <= before) {
    const slice first = range(count);
    return graph::make_reshape(graph::make_view(elements, sliced(elements->extents, {&first, 1})),
                               extents);
  }
  const graph::node_ptr zeros = graph::make_broadcast(number(value->type, 0), {count - before});
  return graph::make_reshape(joined({elements, zeros}, 0), extents);
}

graph::node_ptr squeezed(const graph::node_ptr& value) {
  axes_list axes;
  for (std::size_t axis = 0; axis < value->extents.size(); ++axis)
    if (value->extents[axis] == 1) axes.push_back(static_cast<std::ptrdiff_t>(axis));
  return squeezed(value, axes);
}

graph::node_ptr squeezed(const graph::node_ptr& value, const axes_list& axes) {
  const shape& extents = value->extents;
  // NumPy takes the axis of a number as if it had one.
  const auto is_first = [](std::ptrdiff_t axis) { return axis == 0 || axis == -1; };
  const std::size_t rank =
      extents.empty() && std::ranges::all_of(axes, is_first) ? 1 : extents.size();
  const std::vector<std::size_t> dropped = normalized(axes, rank, "duplicate value in 'axis'");
  affine_view view{shape(), shape(extents.size(), 0), {}};
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    if (std::binary_search(dropped.begin(), dropped.end(), axis)) {
      if (extents[axis] != 1)
        throw value_error(
            text_of("cannot select an axis to squeeze out which has size not equal to one: axis ",
                    axis, " of shape ", extents));
      continue;
    }
    view.terms.push_back({view.extents.size(), axis, 1});
    view.extents.push_back(extents[axis]);
  }
  return graph::make_view(value, view);
}

graph::node_ptr expanded(const graph::node_ptr& value, const axes_list& axes) {
  const std::vector<std::size_t> added = normalized(axes, value->extents.size() + axes.size());
  affine_view view = identity_view(value->extents);
  for (const std::size_t axis : added) {
    view.extents.insert(axis, 1);
    for (affine_view::term& term : view.terms)
      if (term.out_axis >= axis) ++term.out_axis;
  }
  return graph::make_view(value, view);
}

graph::node_ptr flipped(const graph::node_ptr& value, const axes_list& axes) {
  affine_view view = identity_view(value->extents);
  for (const std::size_t axis : normalized(axes, value->extents.size())) {
    view.start[axis] = std::max<std::ptrdiff_t>(value->extents[axis] - 1, 0);
    view.terms[axis].step = -1;
  }
  return graph::make_view(value, view);
}

graph::node_ptr diagonal_of(const graph::node_ptr& value, std::ptrdiff_t offset,
                            std::ptrdiff_t first, std::ptrdiff_t second) {
  const shape& extents = value->extents;
  if (extents.size() < 2) throw value_error("diag requires an array of at least two dimensions");
  const std::size_t row = named_axis("axis1", first, extents.size());
  const std::size_t column = named_axis("axis2", second, extents.size());
  if (row == column) throw value_error(text_of("axis1 and axis2 cannot be the same: ", first));
  affine_view view{shape(), shape(extents.size(), 0), {}};
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    if (axis == row || axis == column) continue;
    view.terms.push_back({view.extents.size(), axis, 1});
    view.extents.push_back(extents[axis]);
  }
  const std::ptrdiff_t below = offset < 0 ? -std::max(offset, -extents[row]) : 0;
  const std::ptrdiff_t right = std::max<std::ptrdiff_t>(offset, 0);
  const std::ptrdiff_t length =
      std::max<std::ptrdiff_t>(std::min(extents[row] - below, extents[column] - right), 0);
  view.start[row] = length == 0 ? 0 : below;
  view.start[column] = length == 0 ? 0 : right;
  view.terms.push_back({view.extents.size(), row, 1});
  view.terms.push_back({view.extents.size(), column, 1});
  view.extents.push_back(length);
  return graph::make_view(value, view);
}

}  // namespace gpu::detail
