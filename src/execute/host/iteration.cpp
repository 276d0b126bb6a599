// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/iteration.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/ceil_div.hpp"

namespace gpu::execute {
namespace {

using graph::kernel_argument;
using graph::leaf_node;

constexpr std::ptrdiff_t cache_line_bytes = 64;
/// Spans along a shorter last axis cost more to begin than to compute, or than to copy.
constexpr std::ptrdiff_t min_span = 256;
constexpr std::ptrdiff_t min_copied_span = 4096;
/// A side of a tile: as many streams as the processor's nearest page table holds.
constexpr std::ptrdiff_t tile_side = 64;

bool is_flat(const graph::kernel& work) noexcept {
  return std::all_of(work.outputs.begin(), work.outputs.end(),
                     [](const graph::kernel_output& output) {
                       return is_contiguous(output.target->extents, output.target->strides);
                     }) &&
         std::all_of(
             work.arguments.begin(), work.arguments.end(), [](const kernel_argument& argument) {
               return argument.kind == graph::operand_kind::memory || is_contiguous(argument.place);
             });
}

}  // namespace

void host_iteration::prepare(const graph::kernel& work) {
  arrays.clear();
  strides.clear();
  extents.clear();
  for (const graph::kernel_output& output : work.outputs)
    add(output.target.get(), output.target->offset);
  for (const kernel_argument& argument : work.arguments)
    add(element_bytes(argument) > 0 ? leaf_of(argument) : nullptr, argument.place.offset);
  if (is_flat(work))
    extents.push_back(element_count(work.extents));
  else
    iterate_strided(work);
  if (extents.empty()) extents.push_back(1);
  if (strides.empty()) strides.assign(arrays.size(), 1);
  size = 1;
  for (const std::ptrdiff_t extent : extents) size *= extent;
  choose_kind(work.body.empty() ? min_copied_span : min_span);
  for (iterated_array& array : arrays) finish(array);
}

/// @param leaf  null: an affine index
void host_iteration::add(const leaf_node* leaf, std::ptrdiff_t first) {
  const std::size_t bytes = leaf == nullptr ? sizeof(std::int64_t) : size_bytes(leaf->type);
  char* const data = leaf == nullptr ? nullptr : data_in(*leaf, 0);
  arrays.push_back({data, first, 0, bytes, false, nullptr, nullptr});
}

void host_iteration::iterate_strided(const graph::kernel& work) {
  targets_.clear();
  layouts_.clear();
  for (const graph::kernel_output& output : work.outputs)
    targets_.push_back(output.target->placement());
  for (const layout& target : targets_) layouts_.push_back(&target);
  for (const kernel_argument& argument : work.arguments) layouts_.push_back(&argument.place);
  plan_iteration(planned_, layouts_, *layouts_.front());
  extents = planned_.extents;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    arrays[i].first = planned_.offsets[i];
    strides.insert(strides.end(), planned_.strides[i].begin(), planned_.strides[i].end());
  }
}

/// Tiles if elements that are neighbours in memory lie along another axis than the last, unless
/// there are few along both.
void host_iteration::choose_kind(std::ptrdiff_t shortest_span) {
  const std::size_t rank = extents.size();
  const std::size_t last = rank - 1;
  std::size_t gain[max_rank] = {};
  row_axis = rank < 2 ? 0 : rank - 2;
  kind = rank == 1 || extents[last] >= shortest_span ? block_kind::spans : block_kind::ranges;
  for (std::size_t i = 0; i < arrays.size() && rank > 1; ++i) {
    const std::ptrdiff_t* steps = &strides[i * rank];
    std::size_t nearest = last;
    for (std::size_t axis = 0; axis < rank; ++axis)
      if (steps[axis] != 0 && std::abs(steps[axis]) < std::abs(steps[nearest])) nearest = axis;
    const bool shares_lines =
        std::abs(steps[nearest]) * static_cast<std::ptrdiff_t>(arrays[i].size_bytes) <
        cache_line_bytes;
    if (nearest == last || arrays[i].origin == nullptr || !shares_lines) continue;
    gain[nearest] += arrays[i].size_bytes;
    if (kind == block_kind::tiles && gain[nearest] <= gain[row_axis]) continue;
    kind = block_kind::tiles;
    row_axis = nearest;
  }
  if (kind == block_kind::tiles && extents[row_axis] * extents[last] < min_span) {
    kind = block_kind::ranges;
    row_axis = rank - 2;
  }
}

void host_iteration::finish(iterated_array& array) const {
  array.strides = static_cast<std::size_t>(&array - arrays.data()) * extents.size();
  const std::ptrdiff_t* const steps = &strides[array.strides];
  if (array.origin == nullptr) return;
  const auto bytes = static_cast<std::ptrdiff_t>(array.size_bytes);
  array.origin += array.first * bytes;
  std::ptrdiff_t low = 0;
  std::ptrdiff_t high = 0;
  std::ptrdiff_t step = 1;
  bool dense = true;
  for (std::size_t axis = extents.size(); axis-- > 0;) {
    const std::ptrdiff_t reach = (extents[axis] - 1) * steps[axis];
    (reach < 0 ? low : high) += reach;
    dense = dense && steps[axis] == step;
    step *= extents[axis];
  }
  array.lowest = array.origin + low * bytes;
  array.highest = array.origin + (high + 1) * bytes;
  array.in_place = kind == block_kind::spans ? steps[extents.size() - 1] == 1
                                             : kind == block_kind::ranges && dense;
}

bool host_iteration::overlap(std::size_t a, std::size_t b) const noexcept {
  return arrays[a].lowest < arrays[b].highest && arrays[b].lowest < arrays[a].highest;
}

void host_iteration::set_block_size(std::ptrdiff_t elements) {
  const std::ptrdiff_t last = extents.back();
  rows = 1;
  if (kind == block_kind::ranges) {
    columns = std::min(elements, size);
    block_count = ceil_div(size, columns);
  } else if (kind == block_kind::spans) {
    // Equal spans: none of them is a short rest.
    columns = ceil_div(last, ceil_div(last, elements));
    if (columns < last)
      columns = std::min(last, ceil_div(columns, cache_line_bytes) * cache_line_bytes);
    block_count = size / last * ceil_div(last, columns);
  } else {
    columns = std::min(last, tile_side);
    rows = std::min(extents[row_axis], elements / columns);
    columns = std::min(last, elements / rows);
    block_count = size / last / extents[row_axis] * ceil_div(last, columns) *
                  ceil_div(extents[row_axis], rows);
  }
  largest_block = rows * columns;
}

void locate(const host_iteration& iteration, std::ptrdiff_t number,
            block_position& block) noexcept {
  const std::size_t last = iteration.extents.size() - 1;
  block.rows = 1;
  if (iteration.kind == host_iteration::block_kind::ranges) {
    std::ptrdiff_t at = number * iteration.columns;
    block.count = std::min(iteration.columns, iteration.size - at);
    block.columns = block.count;
    for (std::size_t axis = last + 1; axis-- > 0; at /= iteration.extents[axis])
      block.index[axis] = at % iteration.extents[axis];
    return;
  }
  for (std::size_t axis = last + 1; axis-- > 0;) {
    const bool is_row =
        iteration.kind == host_iteration::block_kind::tiles && axis == iteration.row_axis;
    const std::ptrdiff_t step = axis == last ? iteration.columns : is_row ? iteration.rows : 1;
    const std::ptrdiff_t steps = ceil_div(iteration.extents[axis], step);
    block.index[axis] = number % steps * step;
    number /= steps;
    const std::ptrdiff_t extent = std::min(step, iteration.extents[axis] - block.index[axis]);
    if (axis == last)
      block.columns = extent;
    else if (is_row)
      block.rows = extent;
  }
  block.count = block.rows * block.columns;
}

}  // namespace gpu::execute
