// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/map/plan.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <gpu/kernels/primitives/run_index.hpp>

#include "core/ceil_div.hpp"
#include "execute/gpu/arguments.hpp"
#include "execute/gpu/map/candidates.hpp"
#include "execute/gpu/map/space.hpp"
#include "execute/gpu/map/spans.hpp"
#include "execute/gpu/tuning.hpp"
#include "execute/index_reports.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::kernel_argument;
using graph::kernel_output;

/// Rows if they are worth it, else what any strides allow.
map_plan plan_any_strides(const kernel& work, const map_space& space) {
  if (std::optional<map_plan> plan = plan_rows(work, space)) return *std::move(plan);
  return space.rank() > 8 ? plan_table(space.axes, space.size) : plan_strided(space);
}

/// The first skeleton that suits `work`, whatever its arguments take.
map_plan choose_skeleton(const kernel& work, const map_space& space) {
  if (find_spans(work, space))
    if (std::optional<map_plan> plan = plan_rows(work, space)) return *std::move(plan);
  if (std::optional<map_plan> plan = plan_contiguous(work, space)) return *std::move(plan);
  if (std::optional<map_plan> plan = plan_interleaved(work, space)) return *std::move(plan);
  const std::optional<tiled_space> tiled = order_for_tiles(space);
  if (!tiled) return plan_any_strides(work, space);
  std::optional<map_plan> plan = plan_tiled(work, *tiled);
  return plan ? *std::move(plan) : plan_any_strides(work, tiled->space);
}

/// For a user's text, in which mistakes are found even if there is nothing to compute.
map_plan plan_of_nothing(const kernel& work) {
  const int bytes = widest_element(work);
  map_plan plan;
  plan.options = contiguous_variant(weight_of(work), 0, max_vector_width(work, bytes), bytes);
  plan.options.tail = needs_tail(work, plan.options.vector, 0, {});
  return plan;
}

}  // namespace

int widest_element(const kernel& work) noexcept {
  std::size_t widest = 1;
  for (const kernel_output& output : work.outputs)
    widest = std::max(widest, size_bytes(output.target->type));
  for (const kernel_argument& argument : work.arguments)
    widest = std::max(widest, element_bytes(argument));
  return static_cast<int>(widest);
}

int max_vector_width(const kernel& work, int widest_bytes) noexcept {
  int vector = tuning::access_bytes / widest_bytes;
  const std::size_t instructions = std::max<std::size_t>(weight_of(work), 1);
  while (vector > 1 &&
         static_cast<std::size_t>(vector) * instructions > 2 * tuning::max_instructions)
    vector /= 2;
  return vector;
}

graph::variant contiguous_variant(std::size_t instructions, std::ptrdiff_t size, int vector,
                                  int widest_bytes) noexcept {
  graph::variant options;
  options.threads = tuning::threads;
  options.wide = size > std::numeric_limits<std::int32_t>::max() - tuning::index_margin;
  options.vector = static_cast<std::uint8_t>(vector);
  options.unroll = static_cast<std::uint8_t>(tuning::unroll(vector, widest_bytes, instructions));
  return options;
}

bool has_runs(const kernel& work) noexcept {
  return std::any_of(work.body.begin(), work.body.end(),
                     [](const auto& step) { return step.op->runs; });
}

int run_length(const kernel& work) noexcept {
  int length = 0;
  for (std::uint32_t i = 0; i < work.body.size(); ++i) {
    if (!work.body[i].op->runs) continue;
    const dtype drawn = work.type_of({graph::value_id::source::instruction, i});
    length = std::max(length, size_bytes(drawn) > 4 ? kernels::min_run : kernels::run_alignment);
  }
  return length;
}

bool has_user_text(const kernel& work) noexcept {
  return std::any_of(work.body.begin(), work.body.end(),
                     [](const auto& step) { return !step.op->definition.empty(); });
}

bool needs_tail(const kernel& work, int vector, std::ptrdiff_t size,
                std::span<const std::uintptr_t> addresses) noexcept {
  if (vector == 1) return false;
  if (has_user_text(work) || work.reads_memory() || checks_indices(work)) return true;
  if (size % vector == 0) return false;
  const std::ptrdiff_t padded = size + vector - size % vector;
  const auto ends_at = [&](std::size_t i, std::ptrdiff_t count, const graph::leaf_node& leaf) {
    return addresses[i] - base_address(leaf) +
           static_cast<std::size_t>(count) * size_bytes(leaf.type);
  };
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    const bool is_output = i < work.outputs.size();
    if (addresses[i] == 0) continue;
    const graph::leaf_node& leaf =
        is_output ? *work.outputs[i].target : *leaf_of(work.arguments[i - work.outputs.size()]);
    if (!leaf.block) continue;  // it is going to have a block of its own
    if (is_output && ends_at(i, size, leaf) != leaf.block->size_bytes()) return true;
    const std::size_t room =
        is_output ? leaf.block->capacity_bytes() : leaf.block->readable_bytes();
    if (ends_at(i, padded, leaf) > room) return true;
  }
  return false;
}

unsigned contiguous_blocks(const graph::variant& options, std::ptrdiff_t size) noexcept {
  return static_cast<unsigned>(ceil_div(size, options.threads * options.vector * options.unroll));
}

map_plan plan_map(const kernel& work) {
  if (element_count(work.extents) == 0) return plan_of_nothing(work);
  map_plan plan = choose_skeleton(work, map_space_of(work));
  if (argument_bytes(work, plan) <= tuning::argument_bytes) return plan;
  return plan_table(std::move(plan.space), plan.size);
}

}  // namespace gpu::execute
