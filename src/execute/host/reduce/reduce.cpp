// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/reduce/reduce.hpp"

#include <gpu/execute/threads.hpp>
#include <gpu/graph/build.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/ceil_div.hpp"
#include "execute/host/executor.hpp"
#include "execute/host/reduce/accumulator_tree.hpp"
#include "execute/host/reduce/block_reader.hpp"
#include "execute/host/reduce/blocks.hpp"
#include "execute/host/reduce/row_iteration.hpp"
#include "execute/host/reduce/row_kernels.hpp"
#include "execute/host/reduce/small_reduction.hpp"
#include "execute/host/thread_pool.hpp"
#include "graph/schedule/passes.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::leaf_ptr;
using graph::value_id;

leaf_ptr new_leaf(dtype type, const shape& extents) {
  leaf_ptr leaf = graph::make_unallocated_leaf(type, extents, cpu());
  const auto count = static_cast<std::size_t>(element_count(extents));
  leaf->place(memory_block::allocate(cpu(), count * size_bytes(type)));
  return leaf;
}

/// `leaf`'s memory, seen at `place`.
leaf_ptr leaf_at(const graph::leaf_node& leaf, const layout& place) {
  return leaf_ptr::first(new graph::leaf_node(leaf.block, leaf.type, place, cpu()));
}

/// Number `index` of `count` almost equal ranges of [0, extent).
std::array<std::ptrdiff_t, 2> range_of(std::ptrdiff_t extent, std::ptrdiff_t count,
                                       std::ptrdiff_t index) {
  return {extent * index / count, extent * (index + 1) / count};
}

/// One reduction of a pass: where its inputs come from.
struct pass_reduction {
  std::size_t instruction;
  const graph::host_reduction* loops;
  dtype out;
  std::vector<std::size_t> inputs;  ///< positions in `pass_inputs::values`

  /// Accumulator `number` of those that begin at `first`.
  [[nodiscard]] void* accumulator(void* first, std::ptrdiff_t number) const {
    return static_cast<char*>(first) +
           number * static_cast<std::ptrdiff_t>(loops->accumulator_bytes);
  }
};

/// Where the accumulators of each reduction of a pass begin.
using first_accumulators = std::vector<void*>;

first_accumulators first_of(std::vector<accumulator_array>& accumulators) {
  first_accumulators first;
  for (accumulator_array& one : accumulators) first.push_back(one.at(0));
  return first;
}

/// All passes over a part of the iteration.
class part_reducer {
 public:
  /// @param rows_of_instructions  memory for what is per row, by instruction; null if not kept
  part_reducer(const kernel& work, const row_iteration& iteration, const graph::passes& passes,
               iteration_part part, const std::vector<leaf_ptr>& rows_of_instructions, bool alone)
      : work_(work),
        iteration_(iteration),
        passes_(passes),
        part_(std::move(part)),
        memory_(rows_of_instructions),
        kernels_(work, iteration),
        numbers_(own_numbers()),
        alone_(alone),
        should_gather_rows_(should_gather_rows()) {}

  void run() {
    for (int pass = 0; pass < passes_.reducing_passes(); ++pass) {
      run_pass(pass);
      if (passes_.needs_rows()) compute_row_values(pass + 1);
    }
    write_outputs(true);
    if (passes_.writes_elements() && iteration_.row_length > 0) write_outputs(false);
  }

 private:
  void execute(const kernel& one) const { alone_ ? run_on_host(one) : run_on_this_thread(one); }

  /// Whether contiguous spans are so short, or so many go into one accumulator, that elements are
  /// better put together by rows first.
  [[nodiscard]] bool should_gather_rows() const {
    const std::size_t last = part_.extents.size() - 1;
    const std::size_t row_axis = last == 0 ? 0 : last - 1;
    const bool spans_are_reduced = iteration_.is_reduced(last);
    const bool both_are_reduced = spans_are_reduced && iteration_.is_reduced(row_axis);
    const bool is_narrow = !spans_are_reduced && part_.extents[last] < narrow_span &&
                           iteration_.is_reduced(row_axis) &&
                           part_.extents[row_axis] > chained_rows;
    std::ptrdiff_t chain = 1;
    for (std::size_t axis = 0; axis < last; ++axis)
      if (iteration_.is_reduced(axis) && (axis < row_axis || spans_are_reduced))
        chain *= part_.extents[axis];
    const std::ptrdiff_t span =
        part_.extents[last] * (both_are_reduced ? 1 : part_.extents[row_axis]);
    return is_narrow || (chain > chained_rows && span < large_slice);
  }

  /// Whether the elements of a result are brought together before they are reduced. Positions are
  /// along one axis only.
  [[nodiscard]] bool gathers(const graph::host_reduction& loops) const {
    const bool one_axis = (iteration_.reduced & (iteration_.reduced - 1)) == 0;
    const bool has_columns = !iteration_.is_reduced(part_.extents.size() - 1);
    return (should_gather_rows_ || (loops.prefers_contiguous && has_columns)) &&
           (one_axis || !loops.takes_positions);
  }

  /// The reductions of a pass that gather elements, or the others.
  std::vector<pass_reduction> reductions_of(int pass, pass_inputs& inputs) const {
    std::vector<pass_reduction> found;
    for (std::size_t i = 0; i < work_.body.size(); ++i) {
      const graph::instruction& step = work_.body[i];
      if (!step.op->is_reduction || passes_.of_instruction(i).pass != pass + 1) continue;
      const graph::typed_loop& loop = step.op->loops[static_cast<std::size_t>(step.loop)];
      const graph::host_reduction& loops = *loop.reduces_on_host;
      if (inputs.gathers != gathers(loops)) continue;
      pass_reduction one{i, &loops, loop.out, {}};
      for (std::uint32_t k = 0; k < step.count; ++k)
        one.inputs.push_back(inputs.add(work_, iteration_, work_.operands[step.first + k],
                                        loops.takes_positions && k + 1 == step.count));
      found.push_back(std::move(one));
    }
    return found;
  }

  void run_pass(int pass) {
    for (const bool gathers : {false, true}) run_pass(pass, gathers);
  }
  void run_pass(int pass, bool gathers) {
    pass_inputs inputs;
    inputs.gathers = gathers;
    inputs.values.reserve(2);
    const std::vector<pass_reduction> reductions = reductions_of(pass, inputs);
    if (reductions.empty()) return;
    std::vector<accumulator_array> accumulators;
    accumulators.reserve(reductions.size());
    for (const pass_reduction& one : reductions)
      accumulators.emplace_back(*one.loops, rows_in_part());
    if (iteration_.row_length > 0) reduce_elements(reductions, inputs, accumulators);
    for (std::size_t k = 0; k < reductions.size(); ++k) {
      const leaf_ptr& values = memory_[reductions[k].instruction];
      finish(accumulators[k], *values);
      kernels_.know(reductions[k].instruction, values);
    }
  }

  [[nodiscard]] std::ptrdiff_t rows_in_part() const {
    return element_count(rows_of(iteration_, part_).extents);
  }
  [[nodiscard]] layout own_numbers() const {
    layout numbers{0, part_.extents, shape(part_.extents.size(), 0)};
    std::ptrdiff_t step = 1;
    for (std::size_t axis = part_.extents.size(); axis-- > 0;) {
      numbers.offset -= iteration_.is_reduced(axis) ? 0 : step * part_.first[axis];
      numbers.strides[axis] = iteration_.is_reduced(axis) ? 0 : step;
      if (!iteration_.is_reduced(axis)) step *= part_.extents[axis];
    }
    return numbers;
  }

  /// How many tasks may share an axis: if each has its own accumulators, there are many more
  /// elements.
  [[nodiscard]] std::ptrdiff_t max_shares(std::size_t axis, bool gathers) const {
    const std::ptrdiff_t extent = part_.extents[axis];
    const auto at_most = [&](std::ptrdiff_t limit) {
      return std::clamp<std::ptrdiff_t>(extent, 1, std::max<std::ptrdiff_t>(limit, 1));
    };
    if (iteration_.is_reduced(axis))
      return at_most(element_count(part_.extents) / rows_in_part() / min_rows);
    const bool is_last = axis + 1 == part_.extents.size();
    return is_last ? at_most(extent / (gathers ? gathered_columns : min_kept_span)) : extent;
  }

  /// The axis that tasks share: a kept one if it gives enough of them, or if elements are gathered
  /// along the others; else the one with the most.
  [[nodiscard]] std::size_t shared_axis(std::ptrdiff_t wanted, bool gathers) const {
    const std::size_t last = part_.extents.size() - 1;
    if (gathers && !iteration_.is_reduced(last) && max_shares(last, true) > 1) return last;
    std::size_t found = 0;
    for (std::size_t axis = 0; axis <= last; ++axis) {
      if (!iteration_.is_reduced(axis) && max_shares(axis, gathers) >= wanted) return axis;
      if (max_shares(axis, gathers) > max_shares(found, gathers)) found = axis;
    }
    return found;
  }

  /// Whether it does not matter how elements are split into tasks: the library's own reductions
  /// round nothing if their results are integers.
  [[nodiscard]] bool are_exact(const std::vector<pass_reduction>& reductions) const {
    return std::all_of(reductions.begin(), reductions.end(), [&](const pass_reduction& one) {
      return work_.body[one.instruction].op->lives_for_ever &&
             (is_integer(one.out) || one.out == dtype::bool_);
    });
  }

  /// What is reduced in a pass, split along an axis.
  struct task_set {
    const std::vector<pass_reduction>& reductions;
    const pass_inputs& inputs;
    std::size_t axis;
    std::ptrdiff_t count;
  };

  void reduce_elements(const std::vector<pass_reduction>& reductions, const pass_inputs& inputs,
                       std::vector<accumulator_array>& accumulators) const {
    const std::ptrdiff_t size = element_count(part_.extents);
    const std::ptrdiff_t wanted = std::clamp<std::ptrdiff_t>(size / task_elements, 1, max_tasks);
    const std::size_t axis = shared_axis(wanted, inputs.gathers);
    const bool is_whole = !alone_ || (num_threads() == 1 && are_exact(reductions));
    const task_set tasks{reductions, inputs, axis,
                         is_whole ? 1 : std::min(wanted, max_shares(axis, inputs.gathers))};
    const bool is_one_thread = tasks.count == 1 || num_threads() == 1;
    if (iteration_.is_reduced(axis) && tasks.count > 1)
      return is_one_thread ? reduce_in_turn(tasks, accumulators)
                           : reduce_side_by_side(tasks, accumulators);
    const auto run = [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      block_reader reader(work_, iteration_, kernels_, inputs);
      const first_accumulators to = first_of(accumulators);
      for (std::ptrdiff_t task = first; task < last; ++task) reduce_task(tasks, task, reader, to);
    };
    is_one_thread ? run(0, tasks.count) : parallel_for(tasks.count, 1, run);
  }

  void reduce_task(const task_set& tasks, std::ptrdiff_t task, block_reader& reader,
                   const first_accumulators& to) const {
    const iteration_part share =
        slice(part_, tasks.axis, range_of(part_.extents[tasks.axis], tasks.count, task));
    tasks.inputs.gathers ? gather_part(share, tasks.reductions, reader, to)
                         : reduce_part(share, tasks.reductions, reader, to);
  }

  /// Each task has its own accumulators, which are combined in the order of `combine_tasks`.
  void reduce_in_turn(const task_set& tasks, std::vector<accumulator_array>& accumulators) const {
    block_reader reader(work_, iteration_, kernels_, tasks.inputs);
    std::vector<accumulator_tree> trees;
    for (const pass_reduction& one : tasks.reductions)
      trees.emplace_back(*one.loops, rows_in_part());
    first_accumulators to(trees.size());
    for (std::ptrdiff_t task = 0; task < tasks.count; ++task) {
      for (std::size_t k = 0; k < trees.size(); ++k) {
        if (task > 0) trees[k].push();
        to[k] = trees[k].group();
      }
      reduce_task(tasks, task, reader, to);
    }
    for (std::size_t k = 0; k < accumulators.size(); ++k) trees[k].add_to(accumulators[k].at(0));
  }

  void reduce_side_by_side(const task_set& tasks,
                           std::vector<accumulator_array>& accumulators) const {
    std::vector<std::vector<accumulator_array>> own(static_cast<std::size_t>(tasks.count));
    parallel_for(tasks.count, 1, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      block_reader reader(work_, iteration_, kernels_, tasks.inputs);
      for (std::ptrdiff_t task = first; task < last; ++task) {
        std::vector<accumulator_array>& to = own[static_cast<std::size_t>(task)];
        for (const pass_reduction& one : tasks.reductions)
          to.emplace_back(*one.loops, rows_in_part());
        reduce_task(tasks, task, reader, first_of(to));
      }
    });
    combine_tasks(own, accumulators);
  }

  /// Pairwise, in the order of the tasks.
  static void combine_tasks(std::vector<std::vector<accumulator_array>>& own,
                            std::vector<accumulator_array>& accumulators) {
    for (std::size_t step = 1; step < own.size(); step *= 2)
      for (std::size_t i = 0; i + step < own.size(); i += 2 * step)
        for (std::size_t k = 0; k < accumulators.size(); ++k) own[i][k].combine(own[i + step][k]);
    for (std::size_t k = 0; k < accumulators.size(); ++k) accumulators[k].combine(own[0][k]);
  }

  /// Goes over the blocks of a task: contiguous spans along the last axis, some of them along the
  /// one before. Several small blocks are read together.
  void reduce_part(const iteration_part& task, const std::vector<pass_reduction>& reductions,
                   block_reader& reader, const first_accumulators& accumulators) const {
    const std::size_t last = task.extents.size() - 1;
    const std::size_t row_axis = last == 0 ? 0 : last - 1;
    shape steps(task.extents.size(), 1);
    steps[last] =
        std::min(task.extents[last], iteration_.is_reduced(last) ? block_elements : kept_span);
    if (last > 0)
      steps[row_axis] = std::clamp<std::ptrdiff_t>(
          block_elements / steps[last], 1, std::max<std::ptrdiff_t>(task.extents[row_axis], 1));
    for_each_part(task, read_steps(task, steps), [&](const iteration_part& read) {
      reader.read(read);
      for_each_part(read, steps, [&](const iteration_part& block) {
        reader.move_to(block);
        for (std::size_t k = 0; k < reductions.size(); ++k)
          reduce_block(block, row_axis, reductions[k], reader, accumulators[k]);
      });
    });
  }

  /// What is read at once: blocks of `steps` along outer axes, which come one after the other.
  static shape read_steps(const iteration_part& task, shape steps) {
    std::ptrdiff_t room = block_elements / element_count(steps);
    for (std::size_t axis = steps.size(); axis-- > 0 && room > 1;) {
      if (axis + 2 < steps.size()) {
        steps[axis] = std::min(room, task.extents[axis]);
        room /= steps[axis];
      }
      if (steps[axis] < task.extents[axis]) break;
    }
    return steps;
  }

  /// Goes over blocks whose rows lie together once they are read.
  void gather_part(const iteration_part& task, const std::vector<pass_reduction>& reductions,
                   block_reader& reader, const first_accumulators& accumulators) const {
    const std::size_t last = task.extents.size() - 1;
    shape steps(task.extents.size(), 1);
    std::ptrdiff_t room = block_elements;
    const auto extend = [&](std::size_t axis, std::ptrdiff_t limit) {
      steps[axis] = std::clamp<std::ptrdiff_t>(limit, 1, task.extents[axis]);
      room /= steps[axis];
    };
    const std::ptrdiff_t columns = room / std::min(room / gathered_columns, iteration_.row_length);
    extend(last, iteration_.is_reduced(last) ? room : columns);
    for (const bool reduced : {true, false})
      for (std::size_t axis = last; axis-- > 0;)
        if (iteration_.is_reduced(axis) == reduced) extend(axis, room);
    for_each_part(task, steps, [&](const iteration_part& block) {
      reader.read(block);
      for (std::size_t k = 0; k < reductions.size(); ++k)
        reduce_gathered(block, reductions[k], reader, accumulators[k]);
    });
  }

  void reduce_gathered(const iteration_part& block, const pass_reduction& one, block_reader& reader,
                       void* accumulators) const {
    iteration_part rows = block;
    std::ptrdiff_t length = 1;
    std::size_t reduced_axis = 0;
    for (std::size_t axis = 0; axis < block.extents.size(); ++axis) {
      if (!iteration_.is_reduced(axis)) continue;
      length *= block.extents[axis];
      rows.extents[axis] = 1;
      reduced_axis = axis;
    }
    const void* in[graph::max_kernel_arguments];
    std::ptrdiff_t row = 0;
    for_each_index(rows, shape(rows.extents.size(), 1), [&](const shape& index) {
      for (std::size_t i = 0; i < one.inputs.size(); ++i)
        in[i] = reader.gathered(one.inputs[i], index, row, length, reduced_axis);
      one.loops->reduce_contiguous(one.accumulator(accumulators, number_at(numbers_, index)), in,
                                   length);
      ++row;
    });
  }

  void reduce_block(const iteration_part& block, std::size_t row_axis, const pass_reduction& one,
                    block_reader& reader, void* accumulators) const {
    const std::size_t last = block.extents.size() - 1;
    const std::ptrdiff_t rows = last == 0 ? 1 : block.extents[row_axis];
    const std::ptrdiff_t count = block.extents[last];
    const std::ptrdiff_t number = number_at(numbers_, block.first);
    const void* in[graph::max_kernel_arguments];
    const auto point = [&](std::ptrdiff_t row) {
      for (std::size_t i = 0; i < one.inputs.size(); ++i) in[i] = reader.at(one.inputs[i], row);
    };
    const bool rows_are_kept = last > 0 && !iteration_.is_reduced(row_axis);
    const std::ptrdiff_t step = rows_are_kept ? numbers_.strides[row_axis] : 0;
    if (iteration_.is_reduced(last) || rows_are_kept || rows == 1) {
      const auto reduce =
          iteration_.is_reduced(last) ? one.loops->reduce_contiguous : one.loops->accumulate_each;
      for (std::ptrdiff_t row = 0; row < rows; ++row) {
        point(row);
        reduce(one.accumulator(accumulators, number + row * step), in, count);
      }
      return;
    }
    accumulator_tree sums(*one.loops, count);
    for (std::ptrdiff_t row = 0; row < rows; ++row) {
      point(row);
      if (row % chained_rows == 0 && row > 0) sums.push();
      one.loops->accumulate_each(sums.group(), in, count);
    }
    sums.add_to(one.accumulator(accumulators, number));
  }

  /// Writes the results of the part's rows where the iteration numbers them.
  void finish(const accumulator_array& accumulators, const graph::leaf_node& values) const {
    const iteration_part rows = rows_of(iteration_, part_);
    const std::size_t bytes = size_bytes(values.type);
    shape steps(rows.extents.size(), 1);
    std::size_t span_axis = rows.extents.size() - 1;
    while (span_axis > 0 && iteration_.is_reduced(span_axis)) --span_axis;
    steps[span_axis] = rows.extents[span_axis];
    for_each_index(rows, steps, [&](const shape& index) {
      const auto offset = static_cast<std::size_t>(number_at(iteration_.row_number, index)) * bytes;
      accumulators.finish(number_at(numbers_, index),
                          static_cast<char*>(values.block->data()) + offset,
                          rows.extents[span_axis]);
    });
  }

  /// Keeps what is per row and follows from the reductions of earlier passes: later passes would
  /// compute it for each element.
  void compute_row_values(int pass) {
    const iteration_part rows = rows_of(iteration_, part_);
    std::vector<wanted_value> wanted;
    std::vector<std::size_t> computed;
    for (std::size_t i = 0; i < work_.body.size(); ++i) {
      const graph::value_pass known = passes_.of_instruction(i);
      if (!known.per_row || known.pass != pass || work_.body[i].op->is_reduction) continue;
      const leaf_ptr& values = memory_[i];
      wanted.push_back({{value_id::source::instruction, static_cast<std::uint32_t>(i)},
                        leaf_at(*values, part_of(iteration_.row_number, rows))});
      computed.push_back(i);
    }
    if (wanted.empty()) return;
    execute(kernels_.kernel_for(wanted, rows).work);
    for (const std::size_t i : computed) kernels_.know(i, memory_[i]);
  }

  /// Whether the values are where they belong already.
  [[nodiscard]] bool is_written(const graph::kernel_output& output) const {
    if (output.value.from != value_id::source::instruction) return false;
    const leaf_ptr& values = memory_[output.value.index];
    return values && values->block == output.target->block &&
           values->offset == output.target->offset;
  }

  void write_outputs(bool per_row) const {
    const iteration_part part = per_row ? rows_of(iteration_, part_) : part_;
    std::vector<wanted_value> wanted;
    for (std::size_t i = 0; i < work_.outputs.size(); ++i) {
      const graph::kernel_output& output = work_.outputs[i];
      if (output.per_row != per_row || is_written(output)) continue;
      wanted.push_back(
          {output.value, leaf_at(*output.target, part_of(iteration_.outputs[i], part))});
    }
    if (!wanted.empty()) execute(kernels_.kernel_for(wanted, part).work);
  }

  const kernel& work_;
  const row_iteration& iteration_;
  const graph::passes& passes_;
  const iteration_part part_;
  const std::vector<leaf_ptr>& memory_;
  row_kernels kernels_;
  const layout numbers_;  ///< of the part's own rows
  const bool alone_;      ///< no other part is computed meanwhile: this one may use all threads
  const bool should_gather_rows_;  ///< elements are gathered
};

/// Whether output `k` has its values in the order of the rows, and nothing else reads its memory:
/// they can be written to it as they come.
bool is_in_order(const kernel& work, const row_iteration& iteration, std::size_t k) {
  const graph::kernel_output& output = work.outputs[k];
  const layout& place = iteration.outputs[k];
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
    if (!memory[i]) memory[i] = new_leaf(work.type_of(value), {iteration.rows});
  }
  return memory;
}

/// The axis along which rows are grouped if several passes go over them; none if there is one row.
std::size_t group_axis(const row_iteration& iteration) {
  std::size_t found = iteration.extents.size();
  for (std::size_t axis = 0; axis < iteration.extents.size(); ++axis)
    if (!iteration.is_reduced(axis) &&
        (found == iteration.extents.size() || iteration.extents[axis] > iteration.extents[found]))
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
      passes.needs_rows() && axis < iteration.extents.size()
          ? std::clamp<std::ptrdiff_t>(ceil_div(size, task_elements), 1, iteration.extents[axis])
          : 1;
  if (groups == 1)
    return part_reducer(work, iteration, passes, iteration.whole(), memory, true).run();
  parallel_for(groups, 1, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
    for (std::ptrdiff_t group = first; group < last; ++group)
      part_reducer(work, iteration, passes,
                   slice(iteration.whole(), axis, range_of(iteration.extents[axis], groups, group)),
                   memory, false)
          .run();
  });
}

}  // namespace gpu::execute
