// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/map/rows.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <gpu/core/text_of.hpp>

#include "core/ceil_div.hpp"
#include "execute/gpu/map/access.hpp"
#include "execute/gpu/map/row_block.hpp"
#include "execute/gpu/map/spans.hpp"
#include "execute/gpu/map/text.hpp"
#include "execute/gpu/tuning.hpp"
#include "graph/emit/text.hpp"

namespace gpu::execute {
namespace {

using kernels::access;

bool has_reversed(const map_space& space) {
  for (std::size_t i = 0; i < space.operands.size(); ++i)
    if (access_of(space, i) == access::reversed) return true;
  return false;
}

bool has_strided_array(const map_space& space, const last_axis_accesses& accesses) {
  for (std::size_t i = 0; i < space.operands.size(); ++i)
    if (space.operands[i].is_array() && accesses.operands[i] == access::strided) return true;
  return false;
}

/// Bytes of the distinct elements that are read of operand `i` if it is an array that is read again
/// along outer axes, else 0.
std::ptrdiff_t bytes_read_again(const map_space& space, std::size_t i) {
  if (!space.operands[i].is_array() || space.operands[i].is_written) return 0;
  std::ptrdiff_t bytes = static_cast<std::ptrdiff_t>(space.operands[i].bytes);
  bool is_read_again = false;
  for (std::size_t axis = 0; axis < space.rank(); ++axis) {
    if (space.stride(i, axis) != 0) bytes *= space.extent(axis);
    is_read_again = is_read_again || (space.stride(i, axis) == 0 && axis + 1 < space.rank());
  }
  return is_read_again ? bytes : 0;
}

/// The part of a row of `columns` elements after which another row may follow: the largest divisor
/// in question.
std::ptrdiff_t part_of_row(std::ptrdiff_t columns, std::ptrdiff_t bytes) {
  constexpr std::ptrdiff_t step = 16;  // what keeps all accesses aligned
  for (std::ptrdiff_t part = tuning::reused_row_bytes / bytes / step * step; part >= 16 * step;
       part -= step)
    if (columns % part == 0) return part;
  return columns;
}

/// A space whose axes along which the largest such array is read again are the innermost of rows.
struct reuse_order {
  map_space space;
  bool reuses = false;
};

reuse_order order_for_reuse(const map_space& space) {
  reuse_order result{space};
  std::size_t largest = 0;
  std::ptrdiff_t most = 0;
  for (std::size_t i = 0; i < space.operands.size(); ++i)
    if (const std::ptrdiff_t bytes = bytes_read_again(space, i); bytes > most) {
      largest = i;
      most = bytes;
    }
  if (most <= tuning::cached_bytes) return result;
  result.reuses = true;
  iteration& axes = result.space.axes;
  const std::size_t last = space.rank() - 1;
  const std::ptrdiff_t columns = space.extent(last);
  const auto bytes = static_cast<std::ptrdiff_t>(space.operands[largest].bytes);
  const bool is_long = space.stride(largest, last) != 0 && last < 7;
  const std::ptrdiff_t part = is_long ? part_of_row(columns, bytes) : columns;
  std::vector<std::size_t> order;
  for (const bool reads_again : {false, true}) {
    for (std::size_t axis = 0; axis < last; ++axis)
      if ((space.stride(largest, axis) == 0) == reads_again) order.push_back(axis);
    if (!reads_again && part < columns) order.push_back(last);
  }
  const auto arrange = [&](shape& numbers, const shape& given, std::ptrdiff_t outer,
                           std::ptrdiff_t inner) {
    numbers = shape();
    for (const std::size_t axis : order) numbers.push_back(axis == last ? outer : given[axis]);
    numbers.push_back(inner);
  };
  arrange(axes.extents, space.axes.extents, columns / part, part);
  for (std::size_t i = 0; i < axes.strides.size(); ++i) {
    const std::ptrdiff_t step = space.stride(i, last);
    arrange(axes.strides[i], space.axes.strides[i], step * part, step);
  }
  return result;
}

/// Rows that a thread has: more if it reads the same in several of them, or at places that it
/// computes first.
int rows_of_thread(const graph::kernel& work, const map_space& space, int vector, bool reuses) {
  const int wanted = reuses ? 4 : work.reads_memory() ? 2 : 1;
  const std::size_t each =
      static_cast<std::size_t>(vector) * std::max<std::size_t>(space.weight, 1);
  const bool may_have_them = static_cast<std::size_t>(wanted) * each <= tuning::max_instructions;
  return std::max(tuning::unroll(vector, space.widest_bytes, space.weight),
                  may_have_them ? wanted : 1);
}

/// Lets kernels know of affine functions what they are along a row, if that is simple.
void set_affine_accesses(std::vector<access>& operands, const graph::kernel& work,
                         const map_space& space) {
  const std::size_t last = space.rank() - 1;
  work.for_each(graph::operand_kind::affine, [&](std::size_t number, const auto&) {
    const std::size_t i = work.outputs.size() + number;
    const std::ptrdiff_t step = space.stride(i, last);
    if (step == 0 || step == 1) operands[i] = step == 0 ? access::zero : access::unit;
  });
}

iteration with_outer_axis(iteration axes) {
  axes.extents.insert(0, 1);
  for (shape& strides : axes.strides) strides.insert(0, 0);
  return axes;
}

/// ",\n    read_span<float, 4, 1, 3>", or as any operand for one that is in no span.
std::string operand_with_spans(const graph::kernel& work, const graph::variant& options,
                               std::size_t operand) {
  const bool is_output = operand < work.outputs.size();
  const graph::kernel_argument* const read =
      is_output ? nullptr : &work.arguments[operand - work.outputs.size()];
  if (options.spans.empty() || options.access_of(operand) != access::unit ||
      (read != nullptr && read->kind != graph::operand_kind::array))
    return map_operand_text(work, options, operand, true);
  const graph::span_access& span = options.spans[operand];
  if (is_output)
    return text_of(",\n    write_span<", traits(work.outputs[operand].target->type).device,
                   graph::template_argument(int{span.max_width}),
                   graph::template_argument(int{span.misalignment}), ">");
  if (span.span != operand)
    return text_of(",\n    part_of_span<", number_of_operand(work, span.span),
                   graph::template_argument(int{span.shift}), ">");
  return text_of(",\n    read_span<", traits(read->type).device,
                 graph::template_argument(int{span.max_width}),
                 graph::template_argument(int{span.misalignment}),
                 graph::template_argument(int{span.more}), ">");
}

}  // namespace

std::optional<map_plan> plan_rows(const graph::kernel& work, const map_space& given) {
  const bool is_one_row = given.rank() == 1;
  if (given.rank() > 8 || given.axes.extents.back() < tuning::min_row) return std::nullopt;
  std::optional<spans> overlapping = find_spans(work, given);
  if (is_one_row && !overlapping && !has_reversed(given)) return std::nullopt;
  const auto [space, reuses] = overlapping ? reuse_order{given} : order_for_reuse(given);
  const std::ptrdiff_t columns = space.axes.extents.back();
  last_axis_accesses accesses = access_last_axis(work, space);
  // Of strided arrays, neighbouring lanes read neighbouring elements.
  const int vector = overlapping                          ? overlapping->vector
                     : has_strided_array(space, accesses) ? 1
                                                          : accesses.vector;
  if (is_one_row && vector == 1) return std::nullopt;
  map_plan plan;
  if (overlapping) plan.options.spans = std::move(overlapping->operands);
  plan.space = is_one_row ? with_outer_axis(space.axes) : space.axes;
  plan.size = space.size;
  plan.options.skeleton = skeletons::rows();
  plan.arguments = &skeletons::rows::arguments;
  plan.options.wide = !fits_32_bits(space.axes, tuning::index_margin);
  plan.options.tail = columns % vector != 0;
  plan.options.rank = static_cast<std::uint8_t>(plan.space.rank() - 1);
  plan.options.vector = static_cast<std::uint8_t>(vector);
  if (plan.options.spans.empty())
    plan.options.unroll = static_cast<std::uint8_t>(rows_of_thread(work, space, vector, reuses));
  plan.options.threads = tuning::threads;
  set_affine_accesses(accesses.operands, work, space);
  plan.options.operands = std::move(accesses.operands);
  const std::ptrdiff_t vectors = ceil_div(columns, vector);
  const std::ptrdiff_t rows = space.size / columns;
  const row_block block = overlapping && overlapping->reads_rows_again
                              ? shape_tall_block(vectors, rows)
                              : shape_block(vectors, rows);
  plan.block[0] = static_cast<unsigned>(block.across);
  plan.block[1] = static_cast<unsigned>(block.down);
  plan.grid = static_cast<unsigned>(ceil_div(vectors, block.across) *
                                    ceil_div(rows, block.down * plan.options.unroll));
  return plan;
}

const map_arguments skeletons::rows::arguments{
    [](index_writer& out, const map_plan& plan) {
      const std::size_t last = plan.space.rank() - 1;
      const std::ptrdiff_t columns = plan.space.extents[last];
      out.put(plan.size / columns);
      out.put(columns);
      out.put_divisor(
          ceil_div(columns, static_cast<std::ptrdiff_t>(plan.block[0]) * plan.options.vector));
      out.put_axes(plan.space.extents, 0, last);
    },
    [](const map_plan& plan, const graph::kernel&, std::size_t operand) {
      return plan.space.rank() - (plan.options.access_of(operand) == access::strided ? 0 : 1);
    }};

std::string skeletons::rows::text(const graph::kernel& work, const graph::variant& options,
                                  const std::string& name) const {
  std::string operands;
  for (std::size_t i = 0; i < work.outputs.size() + work.arguments.size(); ++i)
    operands += operand_with_spans(work, options, i);
  return map_text(work, options, name,
                  text_of(graph::index_type(options), graph::template_argument(int{options.rank}),
                          graph::template_argument(int{options.vector}),
                          graph::template_argument(int{options.unroll}),
                          graph::template_argument(options.tail)),
                  operands);
}

}  // namespace gpu::execute
