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
#include "execute/host/reduce/contiguous_reduction.hpp"
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

  /// State `number` of those that begin at `first`.
  [[nodiscard]] void* state(void* first, std::ptrdiff_t number) const {
    return static_cast<char*>(first) + number * static_cast<std::ptrdiff_t>(loops->state_bytes);
  }
};

/// Where the states of each reduction of a pass begin.
using first_states = std::vector<void*>;

first_states first_of(std::vector<accumulator_array>& states) {
  first_states first;
  for (accumulator_array& one : states) first.push_back(one.at(0));
  return first;
}

/// All passes over a part of the walk.
class part_reducer {
 public:
  /// @param rows_of_instructions  memory for what is per row, by instruction; null if not kept
  part_reducer(const kernel& work, const row_iteration& walk, const graph::passes& passes,
               iteration_part part, const std::vector<leaf_ptr>& rows_of_instructions, bool alone)
      : work_(work),
        walk_(walk),
        passes_(passes),
        part_(std::move(part)),
        memory_(rows_of_instructions),
        kernels_(work, walk),
        numbers_(own_numbers()),
        alone_(alone),
        should_gather_rows_(should_gather_rows()) {}

  void run() {
    for (int pass = 0; pass < passes_.reducing_passes(); ++pass) {
      run_pass(pass);
      if (passes_.needs_rows()) compute_row_values(pass + 1);
    }
    write_outputs(true);
    if (passes_.writes_elements() && walk_.row_length > 0) write_outputs(false);
  }

 private:
  void execute(const kernel& one) const { alone_ ? run_on_host(one) : run_on_this_thread(one); }

  /// Whether runs are so short, or so many go into one state, that elements are better put together
  /// by rows first.
  [[nodiscard]] bool should_gather_rows() const {
    const std::size_t last = part_.extents.size() - 1;
    const std::size_t row_axis = last == 0 ? 0 : last - 1;
    const bool runs_are_reduced = walk_.is_reduced(last);
    const bool both_are_reduced = runs_are_reduced && walk_.is_reduced(row_axis);
    const bool is_narrow = !runs_are_reduced && part_.extents[last] < narrow_run &&
                           walk_.is_reduced(row_axis) && part_.extents[row_axis] > chained_rows;
    std::ptrdiff_t chain = 1;
    for (std::size_t axis = 0; axis < last; ++axis)
      if (walk_.is_reduced(axis) && (axis < row_axis || runs_are_reduced))
        chain *= part_.extents[axis];
    const std::ptrdiff_t run =
        part_.extents[last] * (both_are_reduced ? 1 : part_.extents[row_axis]);
    return is_narrow || (chain > chained_rows && run < large_slice);
  }

  /// The reductions of a pass: of gathered elements, or the others. Positions are gathered only
  /// along one axis.
  std::vector<pass_reduction> reductions_of(int pass, pass_inputs& inputs) const {
    std::vector<pass_reduction> found;
    const bool one_axis = (walk_.reduced & (walk_.reduced - 1)) == 0;
    for (std::size_t i = 0; i < work_.body.size(); ++i) {
      const graph::instruction& step = work_.body[i];
      if (!step.op->is_reduction || passes_.of_instruction(i).pass != pass + 1) continue;
      const graph::typed_loop& loop = step.op->loops[static_cast<std::size_t>(step.loop)];
      const bool has_positions = loop.reduces_on_host->takes_positions;
      if (inputs.gathers != (should_gather_rows_ && (one_axis || !has_positions))) continue;
      pass_reduction one{i, loop.reduces_on_host, loop.out, {}};
      for (std::uint32_t k = 0; k < step.count; ++k)
        one.inputs.push_back(inputs.add(work_, walk_, work_.operands[step.first + k],
                                        has_positions && k + 1 == step.count));
      found.push_back(std::move(one));
    }
    return found;
  }

  void run_pass(int pass) {
    run_pass(pass, false);
    if (should_gather_rows_) run_pass(pass, true);
  }
  void run_pass(int pass, bool gathers) {
    pass_inputs inputs;
    inputs.gathers = gathers;
    inputs.values.reserve(2);
    const std::vector<pass_reduction> reductions = reductions_of(pass, inputs);
    if (reductions.empty()) return;
    std::vector<accumulator_array> states;
    states.reserve(reductions.size());
    for (const pass_reduction& one : reductions) states.emplace_back(*one.loops, rows_in_part());
    if (walk_.row_length > 0) take_elements(reductions, inputs, states);
    for (std::size_t k = 0; k < reductions.size(); ++k) {
      const leaf_ptr& values = memory_[reductions[k].instruction];
      finish(states[k], *values);
      kernels_.know(reductions[k].instruction, values);
    }
  }

  [[nodiscard]] std::ptrdiff_t rows_in_part() const {
    return element_count(rows_of(walk_, part_).extents);
  }
  [[nodiscard]] layout own_numbers() const {
    layout numbers{0, part_.extents, shape(part_.extents.size(), 0)};
    std::ptrdiff_t step = 1;
    for (std::size_t axis = part_.extents.size(); axis-- > 0;) {
      numbers.offset -= walk_.is_reduced(axis) ? 0 : step * part_.first[axis];
      numbers.strides[axis] = walk_.is_reduced(axis) ? 0 : step;
      if (!walk_.is_reduced(axis)) step *= part_.extents[axis];
    }
    return numbers;
  }

  /// How many tasks may share an axis: if each has its own states, there are many more elements.
  [[nodiscard]] std::ptrdiff_t max_shares(std::size_t axis) const {
    const std::ptrdiff_t extent = part_.extents[axis];
    const auto at_most = [&](std::ptrdiff_t most) {
      return std::clamp<std::ptrdiff_t>(extent, 1, std::max<std::ptrdiff_t>(most, 1));
    };
    if (walk_.is_reduced(axis))
      return at_most(element_count(part_.extents) / rows_in_part() / min_rows);
    return axis + 1 == part_.extents.size() ? at_most(extent / min_kept_run) : extent;
  }

  /// The axis that tasks share: a kept one if it gives enough of them, else the one with the most.
  [[nodiscard]] std::size_t shared_axis(std::ptrdiff_t wanted) const {
    std::size_t best = 0;
    for (std::size_t axis = 0; axis < part_.extents.size(); ++axis) {
      if (!walk_.is_reduced(axis) && max_shares(axis) >= wanted) return axis;
      if (max_shares(axis) > max_shares(best)) best = axis;
    }
    return best;
  }

  /// Whether it does not matter into what elements are cut: the library's own reductions round
  /// nothing if their results are integers.
  [[nodiscard]] bool are_exact(const std::vector<pass_reduction>& reductions) const {
    return std::all_of(reductions.begin(), reductions.end(), [&](const pass_reduction& one) {
      return work_.body[one.instruction].op->lives_for_ever &&
             (is_integer(one.out) || one.out == dtype::bool_);
    });
  }

  /// What is reduced in a pass, cut along an axis.
  struct task_set {
    const std::vector<pass_reduction>& reductions;
    const pass_inputs& inputs;
    std::size_t axis;
    std::ptrdiff_t count;
  };

  void take_elements(const std::vector<pass_reduction>& reductions, const pass_inputs& inputs,
                     std::vector<accumulator_array>& states) const {
    const std::ptrdiff_t size = element_count(part_.extents);
    const std::ptrdiff_t wanted = std::clamp<std::ptrdiff_t>(size / task_elements, 1, max_tasks);
    const std::size_t axis = shared_axis(wanted);
    const bool is_whole = !alone_ || (num_threads() == 1 && are_exact(reductions));
    const task_set tasks{reductions, inputs, axis,
                         is_whole ? 1 : std::min(wanted, max_shares(axis))};
    const bool is_one_thread = tasks.count == 1 || num_threads() == 1;
    if (walk_.is_reduced(axis) && tasks.count > 1)
      return is_one_thread ? take_in_turn(tasks, states) : take_side_by_side(tasks, states);
    const auto run = [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      block_reader reader(work_, walk_, kernels_, inputs);
      const first_states to = first_of(states);
      for (std::ptrdiff_t task = first; task < last; ++task) take_task(tasks, task, reader, to);
    };
    is_one_thread ? run(0, tasks.count) : parallel_for(tasks.count, 1, run);
  }

  void take_task(const task_set& tasks, std::ptrdiff_t task, block_reader& reader,
                 const first_states& to) const {
    const iteration_part share =
        slice(part_, tasks.axis, range_of(part_.extents[tasks.axis], tasks.count, task));
    tasks.inputs.gathers ? gather_part(share, tasks.reductions, reader, to)
                         : take_part(share, tasks.reductions, reader, to);
  }

  /// Each task has its own states, which are combined in the order of `combine_tasks`.
  void take_in_turn(const task_set& tasks, std::vector<accumulator_array>& states) const {
    block_reader reader(work_, walk_, kernels_, tasks.inputs);
    std::vector<accumulator_tree> trees;
    for (const pass_reduction& one : tasks.reductions)
      trees.emplace_back(*one.loops, rows_in_part());
    first_states to(trees.size());
    for (std::ptrdiff_t task = 0; task < tasks.count; ++task) {
      for (std::size_t k = 0; k < trees.size(); ++k) {
        if (task > 0) trees[k].push();
        to[k] = trees[k].group();
      }
      take_task(tasks, task, reader, to);
    }
    for (std::size_t k = 0; k < states.size(); ++k) trees[k].add_to(states[k].at(0));
  }

  void take_side_by_side(const task_set& tasks, std::vector<accumulator_array>& states) const {
    std::vector<std::vector<accumulator_array>> own(static_cast<std::size_t>(tasks.count));
    parallel_for(tasks.count, 1, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      block_reader reader(work_, walk_, kernels_, tasks.inputs);
      for (std::ptrdiff_t task = first; task < last; ++task) {
        std::vector<accumulator_array>& to = own[static_cast<std::size_t>(task)];
        for (const pass_reduction& one : tasks.reductions)
          to.emplace_back(*one.loops, rows_in_part());
        take_task(tasks, task, reader, first_of(to));
      }
    });
    combine_tasks(own, states);
  }

  /// Pairwise, in the order of the tasks.
  static void combine_tasks(std::vector<std::vector<accumulator_array>>& own,
                            std::vector<accumulator_array>& states) {
    for (std::size_t step = 1; step < own.size(); step *= 2)
      for (std::size_t i = 0; i + step < own.size(); i += 2 * step)
        for (std::size_t k = 0; k < states.size(); ++k) own[i][k].take(own[i + step][k]);
    for (std::size_t k = 0; k < states.size(); ++k) states[k].take(own[0][k]);
  }

  /// Goes over the boxes of a task: runs along the last axis, some of them along the one before.
  void take_part(const iteration_part& task, const std::vector<pass_reduction>& reductions,
                 block_reader& reader, const first_states& states) const {
    const std::size_t last = task.extents.size() - 1;
    const std::size_t row_axis = last == 0 ? 0 : last - 1;
    shape steps(task.extents.size(), 1);
    steps[last] = std::min(task.extents[last], walk_.is_reduced(last) ? block_elements : kept_run);
    if (last > 0)
      steps[row_axis] = std::clamp<std::ptrdiff_t>(
          block_elements / steps[last], 1, std::max<std::ptrdiff_t>(task.extents[row_axis], 1));
    iteration_part box{task.first, steps};
    for_each_index(task, steps, [&](const shape& index) {
      box.first = index;
      for (std::size_t axis : {row_axis, last})
        box.extents[axis] =
            std::min(steps[axis], task.first[axis] + task.extents[axis] - index[axis]);
      reader.read(box);
      for (std::size_t k = 0; k < reductions.size(); ++k)
        take_box(box, row_axis, reductions[k], reader, states[k]);
    });
  }

  /// Goes over boxes whose rows lie together once they are read.
  void gather_part(const iteration_part& task, const std::vector<pass_reduction>& reductions,
                   block_reader& reader, const first_states& states) const {
    const std::size_t last = task.extents.size() - 1;
    shape steps(task.extents.size(), 1);
    std::ptrdiff_t room = block_elements;
    const auto extend = [&](std::size_t axis) {
      steps[axis] = std::clamp<std::ptrdiff_t>(room, 1, task.extents[axis]);
      room /= steps[axis];
    };
    extend(last);
    for (const bool reduced : {true, false})
      for (std::size_t axis = last; axis-- > 0;)
        if (walk_.is_reduced(axis) == reduced) extend(axis);
    for_each_index(task, steps, [&](const shape& index) {
      iteration_part box{index, steps};
      for (std::size_t axis = 0; axis <= last; ++axis)
        box.extents[axis] =
            std::min(steps[axis], task.first[axis] + task.extents[axis] - index[axis]);
      reader.read(box);
      for (std::size_t k = 0; k < reductions.size(); ++k)
        take_gathered(box, reductions[k], reader, states[k]);
    });
  }

  void take_gathered(const iteration_part& box, const pass_reduction& one, block_reader& reader,
                     void* states) const {
    iteration_part rows = box;
    std::ptrdiff_t length = 1;
    std::size_t reduced_axis = 0;
    for (std::size_t axis = 0; axis < box.extents.size(); ++axis) {
      if (!walk_.is_reduced(axis)) continue;
      length *= box.extents[axis];
      rows.extents[axis] = 1;
      reduced_axis = axis;
    }
    const void* in[graph::max_kernel_arguments];
    std::ptrdiff_t row = 0;
    for_each_index(rows, shape(rows.extents.size(), 1), [&](const shape& index) {
      for (std::size_t i = 0; i < one.inputs.size(); ++i)
        in[i] = reader.gathered(one.inputs[i], index, row, length, reduced_axis);
      one.loops->reduce_contiguous(one.state(states, number_at(numbers_, index)), in, length);
      ++row;
    });
  }

  void take_box(const iteration_part& box, std::size_t row_axis, const pass_reduction& one,
                block_reader& reader, void* states) const {
    const std::size_t last = box.extents.size() - 1;
    const std::ptrdiff_t rows = last == 0 ? 1 : box.extents[row_axis];
    const std::ptrdiff_t count = box.extents[last];
    const std::ptrdiff_t number = number_at(numbers_, box.first);
    const void* in[graph::max_kernel_arguments];
    const auto point = [&](std::ptrdiff_t row) {
      for (std::size_t i = 0; i < one.inputs.size(); ++i) in[i] = reader.at(one.inputs[i], row);
    };
    const bool rows_are_kept = last > 0 && !walk_.is_reduced(row_axis);
    const std::ptrdiff_t step = rows_are_kept ? numbers_.strides[row_axis] : 0;
    std::ptrdiff_t steps[graph::max_kernel_arguments];
    for (std::size_t i = 0; i < one.inputs.size(); ++i) steps[i] = reader.row_bytes(one.inputs[i]);
    if (walk_.is_reduced(last) && step == 1 && one.loops->reduce_lines != nullptr) {
      point(0);
      return one.loops->reduce_lines(one.state(states, number), in, steps, rows, count);
    }
    if (walk_.is_reduced(last) || rows_are_kept || rows == 1) {
      const auto take =
          walk_.is_reduced(last) ? one.loops->reduce_contiguous : one.loops->accumulate_each;
      for (std::ptrdiff_t row = 0; row < rows; ++row) {
        point(row);
        take(one.state(states, number + row * step), in, count);
      }
      return;
    }
    if (one.loops->reduce_rows != nullptr) {
      for (std::ptrdiff_t row = 0; row < rows; row += detail::max_rows) {
        point(row);
        one.loops->reduce_rows(one.state(states, number), in, steps,
                               std::min(detail::max_rows, rows - row), count);
      }
      return;
    }
    accumulator_tree sums(*one.loops, count);
    for (std::ptrdiff_t row = 0; row < rows; ++row) {
      point(row);
      if (row % chained_rows == 0 && row > 0) sums.push();
      one.loops->accumulate_each(sums.group(), in, count);
    }
    sums.add_to(one.state(states, number));
  }

  /// Writes the results of the part's rows where the walk numbers them.
  void finish(const accumulator_array& states, const graph::leaf_node& values) const {
    const iteration_part rows = rows_of(walk_, part_);
    const std::size_t bytes = size_bytes(values.type);
    shape steps(rows.extents.size(), 1);
    std::size_t run_axis = rows.extents.size() - 1;
    while (run_axis > 0 && walk_.is_reduced(run_axis)) --run_axis;
    steps[run_axis] = rows.extents[run_axis];
    for_each_index(rows, steps, [&](const shape& index) {
      const auto offset = static_cast<std::size_t>(number_at(walk_.row_number, index)) * bytes;
      states.finish(number_at(numbers_, index), static_cast<char*>(values.block->data()) + offset,
                    rows.extents[run_axis]);
    });
  }

  /// Keeps what is per row and follows from the reductions of earlier passes: later passes would
  /// compute it for each element.
  void compute_row_values(int pass) {
    const iteration_part rows = rows_of(walk_, part_);
    std::vector<wanted_value> wanted;
    std::vector<std::size_t> computed;
    for (std::size_t i = 0; i < work_.body.size(); ++i) {
      const graph::value_level level = passes_.of_instruction(i);
      if (!level.per_row || level.pass != pass || work_.body[i].op->is_reduction) continue;
      const leaf_ptr& values = memory_[i];
      wanted.push_back({{value_id::source::instruction, static_cast<std::uint32_t>(i)},
                        leaf_at(*values, part_of(walk_.row_number, rows))});
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
    return values && values->block == output.target->block;
  }

  void write_outputs(bool per_row) const {
    const iteration_part part = per_row ? rows_of(walk_, part_) : part_;
    std::vector<wanted_value> wanted;
    for (std::size_t i = 0; i < work_.outputs.size(); ++i) {
      const graph::kernel_output& output = work_.outputs[i];
      if (output.per_row != per_row || is_written(output)) continue;
      wanted.push_back({output.value, leaf_at(*output.target, part_of(walk_.outputs[i], part))});
    }
    if (!wanted.empty()) execute(kernels_.kernel_for(wanted, part).work);
  }

  const kernel& work_;
  const row_iteration& walk_;
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
bool is_in_order(const kernel& work, const row_iteration& walk, std::size_t k) {
  const graph::kernel_output& output = work.outputs[k];
  const layout& place = walk.outputs[k];
  if (!output.per_row || output.target->type != work.type_of(output.value) || place.offset != 0)
    return false;
  for (std::size_t axis = 0; axis < walk.extents.size(); ++axis)
    if (!walk.is_reduced(axis) && walk.extents[axis] > 1 &&
        place.strides[axis] != walk.row_number.strides[axis])
      return false;
  return std::none_of(work.arguments.begin(), work.arguments.end(), [&](const auto& argument) {
    if (argument.is_index) return false;
    return static_cast<const graph::leaf_node&>(*argument.origin).block == output.target->block;
  });
}

/// Memory for the values of reductions, and of what else is kept per row.
std::vector<leaf_ptr> row_memory(const kernel& work, const row_iteration& walk,
                                 const graph::passes& passes) {
  std::vector<leaf_ptr> memory(work.body.size());
  for (std::size_t i = 0; i < work.body.size(); ++i) {
    const graph::value_level level = passes.of_instruction(i);
    const bool is_kept = passes.needs_rows() && level.per_row && level.pass > 0;
    if (!work.body[i].op->is_reduction && !is_kept) continue;
    const value_id value{value_id::source::instruction, static_cast<std::uint32_t>(i)};
    for (std::size_t k = 0; k < work.outputs.size() && !memory[i]; ++k)
      if (work.outputs[k].value == value && is_in_order(work, walk, k))
        memory[i] = leaf_at(*work.outputs[k].target, row_major({walk.rows}));
    if (!memory[i]) memory[i] = new_leaf(work.type_of(value), {walk.rows});
  }
  return memory;
}

/// The axis along which rows are grouped if several passes go over them; none if there is one row.
std::size_t group_axis(const row_iteration& walk) {
  std::size_t best = walk.extents.size();
  for (std::size_t axis = 0; axis < walk.extents.size(); ++axis)
    if (!walk.is_reduced(axis) &&
        (best == walk.extents.size() || walk.extents[axis] > walk.extents[best]))
      best = axis;
  return best;
}

}  // namespace

void reduce_on_host(const kernel& work) {
  if (reduce_directly(work)) return;
  const graph::passes passes(work);
  const row_iteration walk(work);
  if (walk.rows == 0) return;
  const std::vector<leaf_ptr> memory = row_memory(work, walk, passes);
  const std::size_t axis = group_axis(walk);
  const std::ptrdiff_t size = walk.rows * walk.row_length;
  const std::ptrdiff_t groups =
      passes.needs_rows() && axis < walk.extents.size()
          ? std::clamp<std::ptrdiff_t>(ceil_div(size, task_elements), 1, walk.extents[axis])
          : 1;
  if (groups == 1) return part_reducer(work, walk, passes, walk.whole(), memory, true).run();
  parallel_for(groups, 1, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
    for (std::ptrdiff_t group = first; group < last; ++group)
      part_reducer(work, walk, passes,
                   slice(walk.whole(), axis, range_of(walk.extents[axis], groups, group)), memory,
                   false)
          .run();
  });
}

}  // namespace gpu::execute
