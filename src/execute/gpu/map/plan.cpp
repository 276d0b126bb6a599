// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/map/plan.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <gpu/kernels/primitives/run_index.hpp>

#include "execute/gpu/launch_key.hpp"
#include "execute/gpu/map/contiguous.hpp"
#include "execute/gpu/map/interleaved.hpp"
#include "execute/gpu/map/rows.hpp"
#include "execute/gpu/map/space.hpp"
#include "execute/gpu/map/spans.hpp"
#include "execute/gpu/map/strided.hpp"
#include "execute/gpu/map/table.hpp"
#include "execute/gpu/map/tiled.hpp"
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

bool has_runs(const kernel& work) noexcept {
  return std::any_of(work.body.begin(), work.body.end(),
                     [](const auto& step) { return step.op->runs; });
}

bool may_have_runs(const kernel& work) {
  const auto is_index = [](const graph::kernel_argument& argument) {
    return argument.kind != graph::operand_kind::affine ||
           (argument.place.offset == 0 && is_contiguous(argument.place));
  };
  return has_runs(work) && std::all_of(work.arguments.begin(), work.arguments.end(), is_index);
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

bool may_compute_beyond(const kernel& work) noexcept {
  return !has_user_text(work) && !work.reads_memory() && !checks_indices(work);
}

std::size_t stride_of_each_axis(const map_plan& plan, const kernel&, std::size_t) {
  return plan.space.rank();
}

map_plan plan_map(const kernel& work) {
  if (element_count(work.extents) == 0) return plan_of_nothing(work);
  map_plan plan = choose_skeleton(work, map_space_of(work));
  subtract_origins(plan.space, work);
  if (argument_bytes(work, plan) <= tuning::argument_bytes) return plan;
  return plan_table(std::move(plan.space), plan.size);
}

void write_arguments(argument_writer& out, const kernel& work, const map_plan& plan) {
  index_writer indices(out, plan.options.wide);
  plan.arguments->write_head(indices, plan);
  out.align(8);
  for (std::size_t i = 0; i < plan.space.offsets.size(); ++i)
    indices.put_operand(
        work, i, plan.space.offsets[i],
        {plan.space.strides[i].data(), plan.arguments->stride_count(plan, work, i)});
  write_body(out, work);
}

std::size_t argument_bytes(const kernel& work, const map_plan& plan) {
  if (plan.options.arguments_in_memory) return sizeof(void*);
  return written_bytes([&](argument_writer& out) { write_arguments(out, work, plan); });
}

}  // namespace gpu::execute
