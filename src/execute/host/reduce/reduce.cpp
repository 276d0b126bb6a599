// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/reduce/reduce.hpp"

#include <algorithm>
#include <cstdint>

#include "core/ceil_div.hpp"
#include "execute/host/executor.hpp"
#include "execute/host/reduce/blocks.hpp"
#include "execute/host/reduce/pass.hpp"
#include "execute/host/reduce/small_reduction.hpp"
#include "execute/host/thread_pool.hpp"
#include "graph/schedule/passes.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::leaf_ptr;
using graph::value_id;

/// `leaf`'s memory, seen at `place`.
leaf_ptr leaf_at(const graph::leaf_node& leaf, const layout& place) {
  return leaf_ptr::first(new graph::leaf_node(leaf.block, leaf.type, place, cpu()));
}

/// Whether contiguous spans are so short, or so many go into one accumulator, that elements are
/// better put together by rows first.
bool should_gather_rows(const row_group& group) {
  const row_iteration& iteration = group.iteration;
  const shape& extents = group.part.extents;
  const std::size_t last = extents.size() - 1;
  const std::size_t row_axis = last == 0 ? 0 : last - 1;
  const bool spans_are_reduced = iteration.is_reduced(last);
  const bool both_are_reduced = spans_are_reduced && iteration.is_reduced(row_axis);
  const bool is_narrow = !spans_are_reduced && extents[last] < narrow_span &&
                         iteration.is_reduced(row_axis) && extents[row_axis] > chained_rows;
  std::ptrdiff_t chain = 1;
  for (std::size_t axis = 0; axis < last; ++axis)
    if (iteration.is_reduced(axis) && (axis < row_axis || spans_are_reduced))
      chain *= extents[axis];
  const std::ptrdiff_t span = extents[last] * (both_are_reduced ? 1 : extents[row_axis]);
  return is_narrow || (chain > chained_rows && span < large_slice);
}

/// Whether the elements of a result are brought together before they are reduced. Positions are
/// along one axis only.
bool gathers(const row_group& group, const graph::host_reduction& loops) {
  const row_iteration& iteration = group.iteration;
  const bool one_axis = (iteration.reduced & (iteration.reduced - 1)) == 0;
  const bool has_columns = !iteration.is_reduced(iteration.extents.size() - 1);
  return (should_gather_rows(group) || (loops.prefers_contiguous && has_columns)) &&
         (one_axis || !loops.takes_positions);
}

/// The reductions of pass number `pass` for which elements are gathered, or the others.
reduction_pass pass_of(const row_group& group, const graph::passes& passes, int pass,
                       bool are_gathered) {
  reduction_pass found;
  found.inputs.gathers = are_gathered;
  for (std::size_t i = 0; i < group.work.body.size(); ++i) {
    const graph::instruction& step = group.work.body[i];
    if (!step.op->is_reduction || passes.of_instruction(i).pass != pass + 1) continue;
    const graph::host_reduction& loops =
        *step.op->loops[static_cast<std::size_t>(step.loop)].reduces_on_host;
    if (are_gathered != gathers(group, loops)) continue;
    pass_reduction& one = found.reductions.emplace_back(pass_reduction{i, &loops, {}});
    for (std::uint32_t k = 0; k < step.count; ++k)
      one.inputs.push_back(found.inputs.add(group, group.work.operands[step.first + k],
                                            loops.takes_positions && k + 1 == step.count));
  }
  return found;
}

/// All passes over some rows.
class row_reducer {
 public:
  /// @param memory  of what is per row, by instruction; null if it is not kept
  row_reducer(const kernel& work, const row_iteration& iteration, const graph::passes& passes,
              iteration_part part, const std::vector<leaf_ptr>& memory, bool alone)
      : group_(work, iteration, std::move(part), alone), passes_(passes), memory_(memory) {}

  void run() {
    for (int pass = 0; pass < passes_.reducing_passes(); ++pass) {
      for (const bool are_gathered : {false, true}) run_pass(pass, are_gathered);
      if (passes_.needs_rows()) compute_row_values(pass + 1);
    }
    write_outputs(true);
    if (passes_.writes_elements() && group_.iteration.row_length > 0) write_outputs(false);
  }

 private:
  void run_pass(int pass, bool are_gathered) {
    const reduction_pass found = pass_of(group_, passes_, pass, are_gathered);
    if (found.reductions.empty()) return;
    const std::vector<accumulator_array> accumulators = reduce_elements(group_, found);
    for (std::size_t k = 0; k < found.reductions.size(); ++k) {
      const std::size_t instruction = found.reductions[k].instruction;
      finish(accumulators[k], *memory_[instruction]);
      group_.known[instruction] = memory_[instruction];
    }
  }

  /// Writes the results of the rows where the iteration numbers them.
  void finish(const accumulator_array& accumulators, const graph::leaf_node& values) const {
    const iteration_part& rows = group_.rows;
    shape steps(rows.extents.size(), 1);
    std::size_t span_axis = rows.extents.size() - 1;
    while (span_axis > 0 && group_.iteration.is_reduced(span_axis)) --span_axis;
    steps[span_axis] = rows.extents[span_axis];
    for_each_index(rows, steps, [&](const shape& index) {
      const std::ptrdiff_t number = number_at(group_.iteration.row_number, index);
      accumulators.finish(number_at(group_.numbers, index), data_in(values, number),
                          rows.extents[span_axis]);
    });
  }

  /// Keeps what is per row and follows from the reductions of earlier passes: later passes would
  /// compute it for each element.
  void compute_row_values(int pass) {
    std::vector<wanted_value> wanted;
    for (std::uint32_t i = 0; i < group_.work.body.size(); ++i) {
      const graph::value_pass known = passes_.of_instruction(i);
      if (!known.per_row || known.pass != pass || group_.work.body[i].op->is_reduction) continue;
      wanted.push_back({{value_id::source::instruction, i},
                        leaf_at(*memory_[i], part_of(group_.iteration.row_number, group_.rows))});
    }
    compute(wanted, group_.rows);
    for (const wanted_value& one : wanted) group_.known[one.value.index] = memory_[one.value.index];
  }

  void write_outputs(bool per_row) const {
    const iteration_part& part = per_row ? group_.rows : group_.part;
    std::vector<wanted_value> wanted;
    for (std::size_t i = 0; i < group_.work.outputs.size(); ++i) {
      const graph::kernel_output& output = group_.work.outputs[i];
      if (output.per_row == per_row && !is_written(output))
        wanted.push_back(
            {output.value, leaf_at(*output.target, part_of(group_.iteration.output(i), part))});
    }
    compute(wanted, part);
  }
  /// Whether the values are where they belong already.
  [[nodiscard]] bool is_written(const graph::kernel_output& output) const {
    if (output.value.from != value_id::source::instruction) return false;
    const leaf_ptr& values = memory_[output.value.index];
    return values && values->block == output.target->block &&
           values->offset == output.target->offset;
  }

  void compute(const std::vector<wanted_value>& wanted, const iteration_part& part) const {
    if (wanted.empty()) return;
    const part_kernel one = group_.kernel_for(wanted, part);
    group_.alone ? run_on_host(one.work) : run_on_this_thread(one.work);
  }

  row_group group_;
  const graph::passes& passes_;
  const std::vector<leaf_ptr>& memory_;
};

/// Whether output `k` has its values in the order of the rows, and nothing else reads its memory:
/// they can be written to it as they come.
bool is_in_order(const kernel& work, const row_iteration& iteration, std::size_t k) {
  const graph::kernel_output& output = work.outputs[k];
  const layout& place = iteration.output(k);
  if (!output.per_row || output.target->type != work.type_of(output.value) || place.offset != 0)
    return false;
  for (std::size_t axis = 0; axis < iteration.extents.size(); ++axis)
    if (!iteration.is_reduced(axis) && iteration.extents[axis] > 1 &&
        place.strides[axis] != iteration.row_number.strides[axis])
      return false;
  return std::none_of(work.arguments.begin(), work.arguments.end(), [&](const auto& argument) {
    const graph::leaf_node* const leaf = leaf_of(argument);
    return leaf != nullptr && leaf->block == output.target->block;
  });
}

/// Memory for the values of reductions, and of what else is kept per row.
std::vector<leaf_ptr> row_memory(const kernel& work, const row_iteration& iteration,
                                 const graph::passes& passes) {
  std::vector<leaf_ptr> memory(work.body.size());
  for (std::size_t i = 0; i < work.body.size(); ++i) {
    const graph::value_pass known = passes.of_instruction(i);
    const bool is_kept = passes.needs_rows() && known.per_row && known.pass > 0;
    if (!work.body[i].op->is_reduction && !is_kept) continue;
    const value_id value{value_id::source::instruction, static_cast<std::uint32_t>(i)};
    for (std::size_t k = 0; k < work.outputs.size() && !memory[i]; ++k)
      if (work.outputs[k].value == value && is_in_order(work, iteration, k))
        memory[i] = leaf_at(*work.outputs[k].target, row_major({iteration.rows}));
    if (memory[i]) continue;
    const dtype type = work.type_of(value);
    const std::size_t bytes = static_cast<std::size_t>(iteration.rows) * size_bytes(type);
    memory[i] = leaf_ptr::first(new graph::leaf_node(memory_block::allocate(cpu(), bytes), type,
                                                     row_major({iteration.rows}), cpu()));
  }
  return memory;
}

/// The axis along which rows are grouped if several passes go over them: the longest.
std::size_t group_axis(const row_iteration& iteration) {
  std::size_t found = 0;
  for (std::size_t axis = 0; axis < iteration.extents.size(); ++axis)
    if (!iteration.is_reduced(axis) &&
        (iteration.is_reduced(found) || iteration.extents[axis] > iteration.extents[found]))
      found = axis;
  return found;
}

}  // namespace

void reduce_on_host(const kernel& work) {
  if (reduce_directly(work)) return;
  const graph::passes passes(work);
  const row_iteration iteration(work);
  if (iteration.rows == 0) return;
  const std::vector<leaf_ptr> memory = row_memory(work, iteration, passes);
  const std::size_t axis = group_axis(iteration);
  const std::ptrdiff_t size = iteration.rows * iteration.row_length;
  const std::ptrdiff_t groups =
      passes.needs_rows() && iteration.rows > 1
          ? std::clamp<std::ptrdiff_t>(ceil_div(size, task_elements), 1, iteration.extents[axis])
          : 1;
  parallel_for(groups, 1, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
    for (std::ptrdiff_t group = first; group < last; ++group)
      row_reducer(work, iteration, passes, slice(iteration.whole(), axis, groups, group), memory,
                  groups == 1)
          .run();
  });
}

}  // namespace gpu::execute
