// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/histogram/plan.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <gpu/kernels/abi.hpp>

#include "core/ceil_div.hpp"
#include "execute/gpu/element_accesses.hpp"
#include "execute/gpu/histogram/shared_bins.hpp"
#include "execute/gpu/histogram/skeleton.hpp"
#include "execute/gpu/histogram/tuning.hpp"
#include "execute/gpu/map/space.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::kernel_argument;
using kernels::binning;

/// The iteration space of the arguments, in the order of memory of the one with the most bytes.
iteration space_of(const kernel& work) {
  const layout whole = row_major(work.extents);
  const layout* leading = &whole;
  std::size_t most = 0;
  for (const kernel_argument& argument : work.arguments) {
    if (element_bytes(argument) <= most) continue;
    most = element_bytes(argument);
    leading = &argument.place;
  }
  return argument_space(work, *leading);
}

std::optional<dtype> weights_of(const kernel& work) {
  if (work.outputs.size() == 1) return std::nullopt;
  return work.outputs[1].target->type;
}

/// Bytes of one access to the widest argument. Where weights and elements differ in width, those of
/// 8 bytes take two accesses of 16, so that the narrower ones have accesses of 16 bytes too.
int access_bytes_of(const kernel& work) {
  std::size_t least = 8;
  std::size_t most = 0;
  for (const kernel_argument& argument : work.arguments) {
    const std::size_t bytes = element_bytes(argument);
    if (bytes > 0) least = std::min(least, bytes);
    most = std::max(most, bytes);
  }
  const bool is_mixed = weights_of(work) && least < 8 && most == 8;
  return is_mixed ? 2 * tuning::access_bytes : tuning::access_bytes;
}

/// Vectors that a thread reads before it counts.
int unroll_of(const kernel& work, int vector) {
  const std::size_t each = static_cast<std::size_t>(vector) *
                           std::max<std::size_t>({weight_of(work), work.arguments.size(), 1});
  const int elements = tuning::histogram_elements / static_cast<int>(work.outputs.size());
  int unroll = std::clamp(elements / vector, 1, 4);
  while (unroll > 1 && static_cast<std::size_t>(unroll) * each > tuning::histogram_instructions)
    unroll /= 2;
  return unroll;
}

std::ptrdiff_t vectors_of(const iteration& space, int vector) {
  std::ptrdiff_t vectors = ceil_div(space.extents.back(), vector);
  for (std::size_t axis = 0; axis + 1 < space.rank(); ++axis) vectors *= space.extents[axis];
  return vectors;
}

bool needs_wide_indices(const iteration& space, const histogram_work& work, std::ptrdiff_t blocks) {
  const std::ptrdiff_t at_once = blocks * work.vectors_at_once() * work.vector;
  return !fits_32_bits(space, std::max(at_once, tuning::histogram_index_margin));
}

void write(argument_writer& out, const kernel& work, const histogram_plan& plan, bool wide,
           const kernels::histogram_bins& bins, void* counts) {
  const std::size_t last = plan.space.rank() - 1;
  const std::ptrdiff_t columns = plan.space.extents[last];
  index_writer indices(out, wide);
  out.put(counts);
  indices.put(plan.vectors);
  indices.put(columns);
  indices.put_axes(plan.space.extents, 0, last);
  indices.put_divisor(ceil_div(columns, plan.options.vector));
  out.put(bins);
  for (std::size_t i = 0; i < work.arguments.size(); ++i)
    indices.put_operand(work, work.outputs.size() + i, plan.space.offsets[i],
                        plan.space.strides[i]);
  write_body(out, work);
}

}  // namespace

bool accepts_histogram(const kernel& work) {
  if (!work.is_elementwise() || work.arguments.empty()) return false;
  histogram_plan plan;
  plan.space = space_of(work);
  if (plan.space.rank() > tuning::histogram_axes) return false;
  if (has_scattered_accesses(work, plan.space)) return false;
  const std::size_t bytes = written_bytes([&](argument_writer& out) {
    write(out, work, plan, true, kernels::histogram_bins{}, nullptr);
  });
  return bytes <= tuning::argument_bytes;
}

histogram_plan plan_histogram(const kernel& work, const histogram_bins& bins,
                              const device_properties& properties) {
  iteration space = space_of(work);
  element_accesses accesses = choose_element_accesses(work, space, access_bytes_of(work));
  const bin_counters counters = choose_counters(bins.count, weights_of(work), properties);
  const bin_edges edges =
      place_edges(bins, work.outputs[0].target->type,
                  static_cast<std::ptrdiff_t>(properties.shared_bytes_per_block) - counters.bytes);
  const std::ptrdiff_t shared_bytes = counters.bytes + edges.bytes;
  const histogram_work read{vectors_of(space, accesses.vector), accesses.vector,
                            unroll_of(work, accesses.vector),
                            block_threads(counters, shared_bytes, properties)};
  const histogram_grid grid = choose_grid(read, counters, properties);

  histogram_plan plan;
  plan.options.skeleton =
      skeletons::histogram{.bins = edges.method,
                           .wide_bins = bins.method == binning::uniform && bins.is_wide,
                           .shared_edges = edges.in_shared_memory,
                           .copies = static_cast<std::uint8_t>(counters.copies),
                           .limbs = static_cast<std::uint8_t>(counters.limbs.count)};
  plan.options.operands = std::move(accesses.operands);
  plan.options.wide = needs_wide_indices(space, read, grid.blocks);
  plan.options.tail = space.extents.back() % read.vector != 0;
  plan.options.rank = static_cast<std::uint8_t>(space.rank());
  plan.options.vector = static_cast<std::uint8_t>(read.vector);
  plan.options.unroll = static_cast<std::uint8_t>(read.unroll);
  plan.options.threads = static_cast<std::uint16_t>(read.threads);
  plan.grid = static_cast<unsigned>(grid.blocks);
  plan.block[0] = static_cast<unsigned>(read.threads);
  plan.shared_bytes = static_cast<unsigned>(shared_bytes);
  plan.vectors = read.vectors;
  plan.cells = edges.cells;
  plan.limb_bits = grid.limb_bits;
  plan.space = std::move(space);
  subtract_origins(plan.space, work, work.outputs.size());
  return plan;
}

void write_arguments(argument_writer& out, const kernel& work, const histogram_plan& plan,
                     const histogram_bins& bins, const histogram_places& places) {
  kernels::histogram_bins all{};
  all.edges = places.edges;
  all.span = bins.span;
  all.scale = bins.scale;
  all.reach = bins.reach;
  all.count = static_cast<int>(bins.count);
  all.cells = plan.cells;
  all.largest = places.largest;
  all.inexact = places.inexact;
  all.limb_bits = plan.limb_bits;
  if (plan.cells > 0) all.scale = plan.cells / bins.span;
  write(out, work, plan, plan.options.wide, all, places.counts);
}

}  // namespace gpu::execute
