// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/scan/plan.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <gpu/kernels/abi.hpp>

#include "execute/gpu/map/plan.hpp"
#include "execute/gpu/scan/skeleton.hpp"
#include "execute/gpu/scan/tiles.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using kernels::access;

void add_axis(scan_iteration& space, std::ptrdiff_t extent, std::ptrdiff_t segments) {
  space.outer.push_back(extent);
  for (scan_iteration::operand& one : space.operands) one.outer.push_back(segments * one.segment);
}

/// The space with at least one outer axis. Segments whose elements are neighbours do not lie side
/// by side: theirs is an outer axis as well.
scan_iteration space_of(const kernel& work) {
  scan_iteration space(work);
  if (space.along && space.segments != 1) {
    add_axis(space, space.segments, 1);
    space.segments = 1;
  }
  if (space.outer.empty()) add_axis(space, 1, 0);
  return space;
}

iteration whole_space(const scan_iteration& space) {
  iteration all;
  all.extents = space.outer;
  all.extents.push_back(space.length);
  all.extents.push_back(space.segments);
  for (const scan_iteration::operand& one : space.operands) {
    all.offsets.push_back(one.offset);
    all.strides.push_back(one.outer);
    all.strides.back().push_back(one.step);
    all.strides.back().push_back(one.segment);
  }
  return all;
}

/// Whether memory is aligned to a vector wherever one of the operand begins.
bool is_aligned(const kernel& work, const scan_iteration& space, std::size_t i, int vector) {
  const scan_iteration::operand& one = space.operands[i];
  const graph::leaf_node& leaf = i == 0 ? *work.outputs[0].target : *leaf_of(work.arguments[i - 1]);
  if (aligned_vector(vector, bytes_of(work, i), address_in(leaf, one.offset)) != vector)
    return false;
  for (std::size_t axis = 0; axis < space.outer.size(); ++axis)
    if (space.outer[axis] > 1 && one.outer[axis] % vector != 0) return false;
  return space.along || space.length == 1 || one.step % vector == 0;
}

access access_of(const kernel& work, const scan_iteration& space, std::size_t i, int vector) {
  const scan_iteration::operand& one = space.operands[i];
  const std::ptrdiff_t step = space.along ? one.step : one.segment;
  if (bytes_of(work, i) == 0) return access::strided;
  if (step == 1 && is_aligned(work, space, i, vector)) return access::unit;
  return i > 0 && step == 0 ? access::zero : access::strided;
}

/// Of all operands; empty if all arrays are `unit`.
std::vector<access> choose_access(const kernel& work, const scan_iteration& space, int vector) {
  std::vector<access> operands;
  bool all_unit = true;
  for (std::size_t i = 0; i < space.operands.size(); ++i) {
    operands.push_back(access_of(work, space, i, vector));
    all_unit = all_unit && (operands.back() == access::unit || bytes_of(work, i) == 0);
  }
  if (all_unit) operands.clear();
  return operands;
}

/// The parameters of the text, but for where arguments are.
graph::variant variant_of(const kernel& work, const scan_iteration& space,
                          const scan_vectors& vectors, const scan_threads& shared,
                          const scan_tiles& tiles) {
  graph::variant options;
  options.skeleton =
      skeletons::scan{static_cast<std::uint16_t>(shared.team),
                      static_cast<std::uint16_t>(shared.width), space.along, tiles.carry};
  options.wide = !fits_32_bits(whole_space(space), tuning::index_margin);
  options.tail = vectors.has_tail;
  options.rank = static_cast<std::uint8_t>(space.outer.size());
  options.vector = static_cast<std::uint8_t>(vectors.width);
  options.unroll = static_cast<std::uint8_t>(tiles.unroll);
  options.threads = static_cast<std::uint16_t>(shared.threads);
  options.operands = choose_access(work, space, options.vector);
  return options;
}

}  // namespace

scan_plan plan_scan(const kernel& work) {
  scan_iteration space = space_of(work);
  const scan_costs costs = costs_of(work);
  const scan_vectors vectors = choose_vectors(space, costs);
  const scan_threads shared = share_segments(work, space, costs, vectors);
  const scan_tiles tiles = choose_tiles(space, vectors, shared);
  const std::size_t zeroed_bytes = status_bytes(space, costs, vectors, shared, tiles);
  graph::variant options = variant_of(work, space, vectors, shared, tiles);
  scan_plan plan{{}, std::move(space)};
  for (std::size_t i = 0; i < plan.space.operands.size(); ++i)
    plan.space.operands[i].offset -= origin_of(work, i);
  plan.options = std::move(options);
  plan.segment_blocks = shared.segment_blocks;
  plan.groups = tiles.groups;
  plan.tiles = tiles.count;
  plan.grid = static_cast<unsigned>(tiles.grid);
  plan.block[0] = plan.options.threads;
  plan.memory.zeroed_bytes = zeroed_bytes;
  const std::size_t bytes = written_bytes(
      [&](argument_writer& out) { write_arguments(out, work, plan, nullptr, nullptr); });
  plan.options.arguments_in_memory = bytes > tuning::argument_bytes;
  return plan;
}

void write_arguments(argument_writer& out, const kernel& work, const scan_plan& plan,
                     void* statuses, unsigned* tile_id) {
  index_writer indices(out, plan.options.wide);
  indices.put(plan.space.length);
  indices.put(plan.space.segments);
  indices.put(plan.groups);
  indices.put_divisor(plan.segment_blocks);
  indices.put_divisor(plan.groups);
  indices.put(plan.tiles);
  out.put(statuses);
  out.put(tile_id);
  indices.put_axes(plan.space.outer, 0, plan.space.outer.size());
  out.align(8);
  for (std::size_t i = 0; i < plan.space.operands.size(); ++i) {
    const scan_iteration::operand& one = plan.space.operands[i];
    shape strides = one.outer;
    strides.push_back(one.step);
    strides.push_back(one.segment);
    indices.put_operand(work, i, one.offset, {strides.data(), strides.size()});
    if (i == 0) write_body(out, work);
  }
}

}  // namespace gpu::execute
