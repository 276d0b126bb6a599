// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/reduce/pass.hpp"

#include <gpu/execute/threads.hpp>
#include <gpu/graph/build.hpp>

#include <algorithm>
#include <utility>

#include "execute/host/reduce/accumulator_tree.hpp"
#include "execute/host/reduce/blocks.hpp"
#include "execute/host/thread_pool.hpp"

namespace gpu::execute {
namespace {

/// The extents of the blocks of a task: one element, then more along one axis after the other until
/// there are `block_elements`.
class block_extents {
 public:
  explicit block_extents(const shape& task) : task_(task), extents_(task.size(), 1) {}

  void extend(std::size_t axis, std::ptrdiff_t limit = block_elements) {
    extents_[axis] = std::clamp<std::ptrdiff_t>(std::min(limit, room_), 1, task_[axis]);
    room_ /= extents_[axis];
  }
  /// Several blocks along outer axes which come one after the other.
  [[nodiscard]] block_extents neighbours() const {
    block_extents all = *this;
    for (std::size_t axis = task_.size(); axis-- > 0 && all.room_ > 1;) {
      if (axis + 2 < task_.size()) all.extend(axis);
      if (all.extents_[axis] < task_[axis]) break;
    }
    return all;
  }
  [[nodiscard]] const shape& extents() const noexcept { return extents_; }

 private:
  const shape& task_;
  shape extents_;
  std::ptrdiff_t room_ = block_elements;
};

/// Reduces tasks of a pass, each a part of the elements, block by block; one for each thread.
class task_reducer {
 public:
  task_reducer(const row_group& group, const reduction_pass& pass)
      : iteration_(group.iteration),
        numbers_(group.numbers),
        pass_(pass),
        reader_(group, pass.inputs) {}

  /// @param to  the accumulators of the group's rows, for each reduction
  void run(const iteration_part& task, std::vector<accumulator_array>& to) {
    pass_.inputs.gathers ? gather(task, to) : reduce(task, to);
  }

 private:
  /// Blocks are contiguous spans along the last axis, some of them along the one before. Several
  /// small ones are read together.
  void reduce(const iteration_part& task, std::vector<accumulator_array>& to) {
    const std::size_t last = task.extents.size() - 1;
    block_extents blocks(task.extents);
    blocks.extend(last, iteration_.is_reduced(last) ? block_elements : kept_span);
    if (last > 0) blocks.extend(last - 1);
    for_each_part(task, blocks.neighbours().extents(), [&](const iteration_part& read) {
      reader_.read(read);
      for_each_part(read, blocks.extents(), [&](const iteration_part& block) {
        reader_.move_to(block);
        for (std::size_t k = 0; k < to.size(); ++k) reduce_block(block, pass_.reductions[k], to[k]);
      });
    });
  }

  void reduce_block(const iteration_part& block, const pass_reduction& one, accumulator_array& to) {
    const std::size_t last = block.extents.size() - 1;
    const std::size_t row_axis = last == 0 ? 0 : last - 1;
    const std::ptrdiff_t rows = last == 0 ? 1 : block.extents[row_axis];
    const std::ptrdiff_t count = block.extents[last];
    const void* in[graph::max_kernel_arguments];
    const auto point = [&](std::ptrdiff_t row) {
      for (std::size_t i = 0; i < one.inputs.size(); ++i) in[i] = reader_.at(one.inputs[i], row);
    };
    const bool rows_are_kept = last > 0 && !iteration_.is_reduced(row_axis);
    const std::ptrdiff_t step = (rows_are_kept ? numbers_.strides[row_axis] : 0) *
                                static_cast<std::ptrdiff_t>(one.loops->accumulator_bytes);
    char* accumulators = static_cast<char*>(to.at(number_at(numbers_, block.first)));
    if (iteration_.is_reduced(last) || rows_are_kept || rows == 1) {
      const auto reduce =
          iteration_.is_reduced(last) ? one.loops->reduce_contiguous : one.loops->accumulate_each;
      for (std::ptrdiff_t row = 0; row < rows; ++row, accumulators += step) {
        point(row);
        reduce(accumulators, in, count);
      }
      return;
    }
    accumulator_array sums(*one.loops, count);
    accumulator_tree tree(*one.loops, count);
    for (std::ptrdiff_t row = 0; row < rows; ++row) {
      point(row);
      if (row % chained_rows == 0 && row > 0) tree.push(sums);
      one.loops->accumulate_each(sums.at(0), in, count);
    }
    tree.add_to(accumulators, sums);
  }

  /// The rows of a block lie together once they are read.
  void gather(const iteration_part& task, std::vector<accumulator_array>& to) {
    const std::size_t last = task.extents.size() - 1;
    const std::ptrdiff_t columns =
        block_elements / std::min(block_elements / gathered_columns, iteration_.row_length);
    block_extents blocks(task.extents);
    blocks.extend(last, iteration_.is_reduced(last) ? block_elements : columns);
    for (const bool reduced : {true, false})
      for (std::size_t axis = last; axis-- > 0;)
        if (iteration_.is_reduced(axis) == reduced) blocks.extend(axis);
    for_each_part(task, blocks.extents(), [&](const iteration_part& block) {
      reader_.read(block);
      for (std::size_t k = 0; k < to.size(); ++k) reduce_rows(block, pass_.reductions[k], to[k]);
    });
  }

  void reduce_rows(const iteration_part& block, const pass_reduction& one, accumulator_array& to) {
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
        in[i] = reader_.gathered(one.inputs[i], index, row, length, reduced_axis);
      one.loops->reduce_contiguous(to.at(number_at(numbers_, index)), in, length);
      ++row;
    });
  }

  const row_iteration& iteration_;
  const layout& numbers_;
  const reduction_pass& pass_;
  block_reader reader_;
};

/// A pass over a group in tasks, which share an axis.
class pass_reducer {
 public:
  pass_reducer(const row_group& group, const reduction_pass& pass)
      : group_(group), iteration_(group.iteration), extents_(group.part.extents), pass_(pass) {
    const std::ptrdiff_t wanted =
        std::clamp<std::ptrdiff_t>(element_count(extents_) / task_elements, 1, max_tasks);
    axis_ = shared_axis(wanted);
    const bool is_whole = !group.alone || (in_turn_ && are_exact());
    tasks_ = is_whole ? 1 : std::min(wanted, max_shares(axis_));
  }

  [[nodiscard]] std::vector<accumulator_array> run() const {
    std::vector<accumulator_array> all = new_accumulators();
    if (iteration_.row_length == 0) return all;
    if (iteration_.is_reduced(axis_) && tasks_ > 1)
      reduce_apart(all);
    else
      for_each_task([&](std::ptrdiff_t task, task_reducer& own) { own.run(share(task), all); });
    return all;
  }

 private:
  /// How many tasks may share an axis: if each has its own accumulators, there are many more
  /// elements.
  [[nodiscard]] std::ptrdiff_t max_shares(std::size_t axis) const {
    const auto at_most = [&](std::ptrdiff_t limit) {
      return std::clamp<std::ptrdiff_t>(extents_[axis], 1, std::max<std::ptrdiff_t>(limit, 1));
    };
    if (iteration_.is_reduced(axis))
      return at_most(element_count(extents_) / group_.count / min_rows);
    const bool is_last = axis + 1 == extents_.size();
    const std::ptrdiff_t span = pass_.inputs.gathers ? gathered_columns : min_kept_span;
    return is_last ? at_most(extents_[axis] / span) : extents_[axis];
  }

  /// A kept axis if it gives enough tasks, or if elements are gathered along the others; else the
  /// one with the most.
  [[nodiscard]] std::size_t shared_axis(std::ptrdiff_t wanted) const {
    const std::size_t last = extents_.size() - 1;
    if (pass_.inputs.gathers && !iteration_.is_reduced(last) && max_shares(last) > 1) return last;
    std::size_t found = 0;
    for (std::size_t axis = 0; axis <= last; ++axis) {
      if (!iteration_.is_reduced(axis) && max_shares(axis) >= wanted) return axis;
      if (max_shares(axis) > max_shares(found)) found = axis;
    }
    return found;
  }

  /// Whether it does not matter how elements are split into tasks: the library's own reductions
  /// round nothing if their results are integers.
  [[nodiscard]] bool are_exact() const {
    return std::all_of(pass_.reductions.begin(), pass_.reductions.end(), [&](const auto& one) {
      const graph::instruction& step = group_.work.body[one.instruction];
      const dtype out = step.op->loops[static_cast<std::size_t>(step.loop)].out;
      return step.op->lives_for_ever && (is_integer(out) || out == dtype::bool_);
    });
  }

  [[nodiscard]] iteration_part share(std::ptrdiff_t task) const {
    return slice(group_.part, axis_, tasks_, task);
  }

  /// Calls `reduce(task, own)` for each task, with what its thread reduces.
  template <class Reduce>
  void for_each_task(const Reduce& reduce) const {
    const auto run = [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      task_reducer own(group_, pass_);
      for (std::ptrdiff_t task = first; task < last; ++task) reduce(task, own);
    };
    tasks_ == 1 || in_turn_ ? run(0, tasks_) : parallel_for(tasks_, 1, run);
  }

  /// Each task has its own accumulators, which are combined pairwise in the order of the tasks.
  void reduce_apart(std::vector<accumulator_array>& all) const {
    std::vector<accumulator_tree> trees;
    for (const pass_reduction& one : pass_.reductions) trees.emplace_back(*one.loops, group_.count);
    const auto push = [&](std::vector<accumulator_array>& group) {
      for (std::size_t k = 0; k < trees.size(); ++k) trees[k].push(group[k]);
    };
    std::vector<std::vector<accumulator_array>> groups(in_turn_ ? 1
                                                                : static_cast<std::size_t>(tasks_));
    for_each_task([&](std::ptrdiff_t task, task_reducer& own) {
      std::vector<accumulator_array>& group = groups[in_turn_ ? 0 : static_cast<std::size_t>(task)];
      if (group.empty())
        group = new_accumulators();
      else
        push(group);
      own.run(share(task), group);
    });
    for (std::size_t task = 0; task + 1 < groups.size(); ++task) push(groups[task]);
    for (std::size_t k = 0; k < trees.size(); ++k) trees[k].add_to(all[k].at(0), groups.back()[k]);
  }

  [[nodiscard]] std::vector<accumulator_array> new_accumulators() const {
    std::vector<accumulator_array> all;
    all.reserve(pass_.reductions.size());
    for (const pass_reduction& one : pass_.reductions) all.emplace_back(*one.loops, group_.count);
    return all;
  }

  const row_group& group_;
  const row_iteration& iteration_;
  const shape& extents_;
  const reduction_pass& pass_;
  const bool in_turn_ = num_threads() == 1;
  std::size_t axis_;
  std::ptrdiff_t tasks_;
};

}  // namespace

std::vector<accumulator_array> reduce_elements(const row_group& group, const reduction_pass& pass) {
  return pass_reducer(group, pass).run();
}

}  // namespace gpu::execute
