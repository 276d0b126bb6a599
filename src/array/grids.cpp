// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/grids.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <gpu/array/manipulation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/elementwise/add.hpp>
#include <gpu/elementwise/equal.hpp>
#include <gpu/elementwise/multiply.hpp>
#include <gpu/elementwise/where.hpp>

#include "array/assembly.hpp"
#include "array/index_values.hpp"
#include "array/ufunc/node_arithmetic.hpp"

namespace gpu {

indexing_option indexing(option_name name) {
  const std::string_view order = name;
  if (order != "xy" && order != "ij")
    throw value_error("Valid values for `indexing` are 'xy' and 'ij'.");
  return {order == "xy"};
}

namespace {
std::ptrdiff_t checked_count(double count) {
  if (!(std::abs(count) < 9.2e18)) throw value_error(text_of("a grid has no ", count, " points"));
  return static_cast<std::ptrdiff_t>(count);
}
}  // namespace

grid_range::grid_range(double start, double stop, stepped by)
    : start_(start), step_(by.step), count_(checked_count(std::ceil((stop - start) / by.step))) {}

grid_range::grid_range(double start, double stop, sampled by)
    : start_(start), count_(checked_count(by.count)) {
  if (count_ != 1) step_ = (stop - start) / static_cast<double>(count_ - 1);
}

namespace detail {
namespace {

using graph::node_ptr;
using node_list = std::vector<node_ptr>;

/// `line` along one of `rank` axes.
node_ptr along(const node_ptr& line, std::size_t axis, std::size_t rank) {
  shape extents(rank, 1);
  extents[axis] = element_count(line->extents);
  return graph::make_reshape(line, extents);
}

/// The extents that arrays with one long axis each broadcast to.
shape extents_of(const node_list& lines) {
  shape extents(lines.size(), 1);
  for (const node_ptr& line : lines)
    for (std::size_t axis = 0; axis < extents.size(); ++axis)
      if (line->extents[axis] != 1) extents[axis] = line->extents[axis];
  return extents;
}

node_list broadcast_to_all(const node_list& lines) {
  const shape extents = extents_of(lines);
  node_list result;
  for (const node_ptr& line : lines) result.push_back(graph::make_broadcast(line, extents));
  return result;
}

bool is_small_integer(double value) {
  return std::abs(value) < 0x1p53 && value == std::trunc(value);
}

/// start, start + step, ... as NumPy computes them: products and sums of float64.
node_ptr coordinates(dtype type, const grid_range& range, device where) {
  const shape extents{std::max<std::ptrdiff_t>(range.count(), 0)};
  if (is_small_integer(range.start()) && is_small_integer(range.step()))
    return graph::make_cast(
        graph::make_index(extents, 0, static_cast<std::ptrdiff_t>(range.start()),
                          static_cast<std::ptrdiff_t>(range.step()), where),
        type);
  const node_ptr position =
      graph::make_cast(graph::make_index(extents, 0, 0, 1, where), dtype::float64);
  const node_ptr scaled = apply_op<ops::multiply>(position, number(dtype::float64, range.step()));
  return graph::make_cast(apply_op<ops::add>(scaled, number(dtype::float64, range.start())), type);
}

void require_extents(const std::vector<grid_range>& ranges) {
  shape extents;
  for (const grid_range& range : ranges) extents.push_back(range.count());
  static_cast<void>(element_count(extents));
}

/// On the host: each of the arrays with one long axis broadcast to its part of the result.
/// @param extents  of the result, whose first axis is that of the arrays
node_ptr stacked_on_host(const node_list& lines, const shape& extents) {
  graph::operand_list operands(lines.size());
  std::copy(lines.begin(), lines.end(), operands.begin());
  shape one_part = extents;
  one_part[0] = 1;
  return assembled_later(
      std::move(operands), lines[0]->type, extents, [one_part](const node_list& leaves) {
        node_list parts;
        for (const node_ptr& leaf : leaves)
          parts.push_back(graph::make_reshape(
              graph::make_broadcast(leaf, shape(one_part.begin() + 1, one_part.end())), one_part));
        return placed_along(parts, 0).parts;
      });
}

}  // namespace

std::vector<graph::node_ptr> meshgrid_nodes(const meshgrid_call& call) {
  const std::size_t rank = call.lines.size();
  node_list lines;
  for (std::size_t i = 0; i < rank; ++i) {
    const bool is_swapped = call.swaps_first_axes && rank > 1 && i < 2;
    lines.push_back(along(call.lines[i], is_swapped ? 1 - i : i, rank));
  }
  return call.is_sparse ? lines : broadcast_to_all(lines);
}

std::vector<graph::node_ptr> open_grid(dtype type, const std::vector<grid_range>& of,
                                       device where) {
  node_list lines;
  for (std::size_t axis = 0; axis < of.size(); ++axis)
    lines.push_back(along(coordinates(type, of[axis], where), axis, of.size()));
  return lines;
}

std::vector<graph::node_ptr> full_grid(dtype type, const std::vector<grid_range>& of,
                                       device where) {
  require_extents(of);
  return broadcast_to_all(open_grid(type, of, where));
}

graph::node_ptr stacked_grid(dtype type, const std::vector<grid_range>& of, device where) {
  require_extents(of);
  const node_list lines = open_grid(type, of, where);
  if (lines.empty()) return filled_node(type, {0}, 0, where);
  shape extents = extents_of(lines);
  extents.insert(0, static_cast<std::ptrdiff_t>(lines.size()));
  if (where.is_cpu() && element_count(extents) >= min_assembled_size)
    return stacked_on_host(lines, extents);
  shape one_line(extents.size(), 1);
  one_line[0] = extents[0];
  const node_ptr which = graph::make_index(one_line, 0, 0, 1, where);
  node_ptr result = lines[0];
  for (std::size_t axis = 1; axis < lines.size(); ++axis) {
    const node_ptr is_axis =
        apply_op<ops::equal>(which, number(dtype::int64, static_cast<double>(axis)));
    result = apply_op<ops::where>(is_axis, lines[axis], result);
  }
  return graph::make_broadcast(result, extents);
}

std::vector<grid_range> index_ranges(const shape& dimensions) {
  static_cast<void>(element_count(dimensions));
  std::vector<grid_range> ranges;
  for (const std::ptrdiff_t extent : dimensions) ranges.emplace_back(0, extent);
  return ranges;
}

}  // namespace detail
}  // namespace gpu
