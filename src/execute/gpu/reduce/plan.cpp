// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/reduce/plan.hpp"

#include <cstdint>
#include <utility>

#include "execute/gpu/reduce/shape.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;

/// The parameters of the text.
graph::variant variant_of(const std::vector<reduction_operand>& operands,
                          const reduction_loop& loop, const access_widths& widths,
                          const reduction_shape& shape) {
  graph::variant options;
  options.skeleton = shape.skeleton;
  options.wide = !fits_32_bits(loop.space, tuning::index_margin);
  options.tail = widths.has_tail;
  options.rank = static_cast<std::uint8_t>(loop.kept_rank);
  options.vector = static_cast<std::uint8_t>(widths.vector);
  options.unroll = static_cast<std::uint8_t>(shape.unroll);
  options.threads = static_cast<std::uint16_t>(shape.threads);
  options.operands.reserve(operands.size());
  for (std::size_t i = 0; i < operands.size(); ++i)
    options.operands.push_back(access_of(operands[i], loop, i, widths.vector));
  return options;
}

/// The launch, and the numbers that its arguments are written from.
reduction_plan plan_of(graph::variant options, iteration space, const access_widths& widths,
                       const reduction_shape& shape) {
  reduction_plan plan;
  plan.options = std::move(options);
  plan.space = std::move(space);
  plan.rows = shape.rows;
  plan.steps = shape.steps;
  plan.split_steps = shape.split_steps;
  plan.splits = shape.splits;
  plan.run = widths.vectors;
  plan.team = shape.team;
  plan.height = shape.height;
  plan.grid = static_cast<unsigned>(shape.grid);
  plan.block[0] = plan.options.threads;
  plan.shared_bytes = static_cast<unsigned>(shape.shared_bytes);
  plan.memory.scratch_bytes = shape.scratch_bytes;
  plan.memory.has_counters = shape.splits > 1;
  return plan;
}

}  // namespace

reduction_plan plan_reduction(const kernel& work) {
  const graph::passes passes(work);
  const std::vector<graph::gathered_elements> gathers = graph::gathered_elements_of(work);
  const std::vector<reduction_operand> operands = operands_of(work, passes, gathers);
  const element_costs costs = costs_of(work, operands);
  reduction_space space = space_of(work, operands);
  const std::optional<axis_pair> pair = find_axis_pair(space, operands, gathers);
  const reduction_form& form = choose_form(work, passes, space, pair);
  reduction_loop loop = order_axes(std::move(space), form, pair);
  const access_widths widths = choose_widths(work, operands, loop, costs);
  const reduction_shape shape = form.shape(work, passes, loop, costs, widths);
  graph::variant options = variant_of(operands, loop, widths, shape);
  reduction_plan plan = plan_of(std::move(options), std::move(loop.space), widths, shape);
  subtract_origins(plan.space, work);
  const std::size_t bytes = written_bytes(
      [&](argument_writer& out) { write_arguments(out, work, plan, nullptr, nullptr); });
  plan.options.arguments_in_memory = bytes > tuning::argument_bytes;
  return plan;
}

void write_arguments(argument_writer& out, const kernel& work, const reduction_plan& plan,
                     void* partial, unsigned* arrivals) {
  index_writer indices(out, plan.options.wide);
  indices.put(plan.rows);
  indices.put(plan.space.extents.back());
  indices.put(plan.steps);
  indices.put(plan.split_steps);
  indices.put_divisor(plan.splits);
  indices.put_divisor(plan.run);
  out.put(plan.team);
  out.put(plan.height);
  out.put(partial);
  out.put(arrivals);
  indices.put_axes(plan.space.extents, 0, plan.space.rank() - 1);
  out.align(8);
  for (std::size_t i = 0; i < plan.space.offsets.size(); ++i)
    indices.put_operand(work, i, plan.space.offsets[i], plan.space.strides[i]);
  write_body(out, work);
}

}  // namespace gpu::execute
