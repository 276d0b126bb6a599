// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/ufunc/reduceat.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <gpu/array/indexing/access.hpp>
#include <gpu/array/indexing/index_argument.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/at.hpp>
#include <gpu/array/ufunc/folds.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/slice.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>

#include "array/joined.hpp"
#include "array/listed_indices.hpp"
#include "array/part_along.hpp"
#include "array/ufunc/axis_parts.hpp"

namespace gpu::detail {
namespace {

/// So many reductions are made one by one, on the host if the parts are this long on average; of
/// functions without a reduction of their own more of them if they are.
constexpr std::size_t max_reductions = 32;
constexpr std::ptrdiff_t long_part = 4096;

std::size_t axis_of(const reduction_settings& settings, std::size_t rank) {
  if (rank == 0) throw dtype_error("cannot reduceat on a scalar");
  if (settings.axes.is_all() && rank == 1) return 0;
  if (settings.axes.is_all() || settings.axes.list().size() != 1)
    throw value_error("reduceat does not allow multiple axes");
  return normalize_axis_index(settings.axes.list()[0], rank);
}

std::vector<axis_part> parts_of(const part_fold& op, std::span<const std::ptrdiff_t> starts,
                                std::ptrdiff_t extent) {
  std::vector<axis_part> parts;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::ptrdiff_t first = starts[i];
    if (first < 0 || first >= extent)
      throw index_error(
          text_of("index ", first, " out-of-bounds in ", op.name, ".reduceat [0, ", extent, ")"));
    const std::ptrdiff_t next = i + 1 < starts.size() ? starts[i + 1] : extent;
    parts.push_back({first, std::max(next, first + 1)});
  }
  return parts;
}

/// Parts of one length, each of which begins where the one before ends.
struct part_run {
  std::ptrdiff_t first, count, length;
};

std::vector<part_run> runs_of(std::span<const axis_part> parts) {
  std::vector<part_run> runs;
  for (const axis_part& one : parts) {
    const std::ptrdiff_t length = one.last - one.first;
    const bool continues = !runs.empty() && runs.back().length == length &&
                           runs.back().first + runs.back().count * length == one.first;
    if (continues)
      ++runs.back().count;
    else
      runs.push_back({one.first, 1, length});
  }
  return runs;
}

/// Each run by a reduction of its own.
graph::node_ptr reduced_by_runs(const part_fold& op, const graph::node_ptr& value,
                                std::span<const part_run> runs, std::size_t axis) {
  reduction_settings settings{static_cast<std::ptrdiff_t>(axis) + 1};
  settings.type = op.result;
  node_list results;
  for (const part_run& run : runs) {
    const graph::node_ptr elements =
        part_along(value, axis, range(run.first, run.first + run.count * run.length));
    // One element is what it is: no identity is joined with it.
    graph::node_ptr result = elements;
    if (run.length > 1) {
      shape rows = elements->extents;
      rows[axis] = run.count;
      rows.insert(axis + 1, run.length);
      result = op.reduce(graph::make_reshape(elements, rows), settings);
    }
    results.push_back(graph::make_cast(result, op.result));
  }
  return joined(results, axis);
}

/// The first elements of the parts, updated with all others, in their order.
graph::node_ptr reduced_at_once(const part_fold& op, const graph::node_ptr& value,
                                std::span<const axis_part> parts, std::size_t axis) {
  std::vector<std::int64_t> firsts, places, owners;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    firsts.push_back(parts[i].first);
    for (std::ptrdiff_t place = parts[i].first + 1; place < parts[i].last; ++place) {
      places.push_back(place);
      owners.push_back(static_cast<std::int64_t>(i));
    }
  }
  const device where = graph::device_of(value);
  const auto from = static_cast<std::ptrdiff_t>(axis);
  const graph::node_ptr rows =
      graph::make_cast(moved_axes(value, axes_list{from}, axes_list{0}), op.computed);
  const graph::node_ptr target = taken(rows, listed_indices(firsts, where), 0, index_mode::clip);
  const std::array<index_entry, 1> indices{index_entry(listed_indices(owners, where))};
  const graph::node_ptr operand = taken(rows, listed_indices(places, where), 0, index_mode::clip);
  const graph::node_ptr reduced = updated_at(op.record, op.loop, target, indices, operand);
  return graph::make_cast(moved_axes(reduced, axes_list{0}, axes_list{from}), op.result);
}

/// With the axes before `axis` as one, and those behind it: a run of parts needs an axis more.
graph::node_ptr reduced_among_fewer(const part_fold& op, const graph::node_ptr& value,
                                    reduction_settings settings, std::size_t axis) {
  shape extents = value->extents;
  const auto along = extents.begin() + static_cast<std::ptrdiff_t>(axis);
  const shape merged{element_count(shape(extents.begin(), along)), *along,
                     element_count(shape(along + 1, extents.end()))};
  settings.axes = 1;
  *along = static_cast<std::ptrdiff_t>(settings.starts.size());
  return graph::make_reshape(reduceat_node(op, graph::make_reshape(value, merged), settings),
                             extents);
}

}  // namespace

std::vector<std::ptrdiff_t> listed_starts(const graph::node_ptr& indices) {
  if (!is_integer(indices->type))
    throw dtype_error("arrays used as indices must be of integer (or boolean) type");
  if (indices->extents.empty()) throw value_error("object of too small depth for desired array");
  if (indices->extents.size() > 1) throw value_error("object too deep for desired array");
  return indices_on_host(indices);
}

graph::node_ptr reduceat_node(const part_fold& op, const graph::node_ptr& value,
                              const reduction_settings& settings) {
  const std::size_t axis = axis_of(settings, value->extents.size());
  const std::vector<axis_part> parts = parts_of(op, settings.starts, value->extents[axis]);
  if (parts.empty()) {
    shape extents = value->extents;
    extents[axis] = 0;
    return graph::node_ptr(uninitialised_leaf(op.result, extents, graph::device_of(value)).get());
  }
  if (value->extents.size() == max_rank) return reduced_among_fewer(op, value, settings, axis);
  const graph::node_ptr computed(execute::evaluate(value).get());
  const std::vector<part_run> runs = runs_of(parts);
  std::ptrdiff_t elements = 0;
  for (const axis_part& one : parts) elements += one.last - one.first;
  const bool are_long = elements / static_cast<std::ptrdiff_t>(parts.size()) >= long_part;
  const bool has_reduction = op.reduction != nullptr;
  const bool is_fast_on_host =
      has_reduction && !are_long && runs.size() > 1 && graph::device_of(computed).is_cpu();
  if (runs.size() <= max_reductions && !is_fast_on_host)
    return reduced_by_runs(op, computed, runs, axis);
  if (has_reduction) return reduced_parts(op, computed, parts, axis);
  return are_long ? reduced_by_runs(op, computed, runs, axis)
                  : reduced_at_once(op, computed, parts, axis);
}

}  // namespace gpu::detail
