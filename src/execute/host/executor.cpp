// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/executor.hpp"

#include <gpu/execute/threads.hpp>

#include <algorithm>
#include <chrono>
#include <vector>

#include "core/per_thread.hpp"
#include "execute/host/plan.hpp"
#include "execute/host/strided_copy.hpp"
#include "execute/host/thread_pool.hpp"

namespace gpu::execute {
namespace {

/// Element operations that are done before anybody looks at a clock.
constexpr std::ptrdiff_t small_cost = 8 * 1024;
/// For how long the first blocks are timed, to know what the others will take.
constexpr double trial_seconds = 5e-6;
/// Work for which a thread is woken: waking it takes a third of that.
constexpr double seconds_for_a_thread = 15e-6;
/// Blocks that a thread takes at a time.
constexpr std::ptrdiff_t max_grain = 64;

/// What one thread computes in; kept for its next kernel.
class scratch {
 public:
  /// Places the buffers of `plan`, which is run next, and fills those of its constants.
  void prepare(const host_plan& plan) {
    plan_ = &plan;
    reserve(plan.buffer_bytes * plan.buffer_count);
    at_.resize(plan.values.size());
    for (std::size_t i = 0; i < plan.values.size(); ++i)
      if (plan.values[i].buffer != value_place::unplaced)
        at_[i] =
            reinterpret_cast<char*>(buffers_.data()) + plan.values[i].buffer * plan.buffer_bytes;
    for (const host_constant& constant : plan.constants)
      copy_grid({at_[constant.value], 0, 1}, {reinterpret_cast<const char*>(constant.data), 0, 0},
                1, plan.iteration.largest_block, constant.size_bytes);
  }

  /// Computes a block.
  void run(std::ptrdiff_t number);

 private:
  struct alignas(64) cache_line {
    char bytes[64];
  };

  void reserve(std::size_t bytes) {
    const std::size_t lines = bytes / sizeof(cache_line);
    if (lines > buffers_.size()) buffers_ = std::vector<cache_line>(lines);
  }

  void compute(const host_step& step) const {
    const void* operands[host_plan::max_operands];
    for (std::uint32_t k = 0; k < step.count; ++k)
      operands[k] = at_[plan_->operands[step.first + k]];
    step.loop(operands, at_[step.value], block_.count);
  }
  /// Loads, stores or moves.
  void copy(const host_step& step) const;

  const host_plan* plan_ = nullptr;
  std::vector<cache_line> buffers_;
  std::vector<char*> at_;  // where each value of the block is
  block_position block_;
};

/// Steps of `array` from the first element to `index`.
std::ptrdiff_t distance(const host_iteration& iteration, const iterated_array& array,
                        const std::ptrdiff_t* index) noexcept {
  const std::ptrdiff_t* const strides = &iteration.strides[array.strides];
  std::ptrdiff_t sum = 0;
  for (std::size_t axis = 0; axis < iteration.extents.size(); ++axis)
    sum += index[axis] * strides[axis];
  return sum;
}

/// The grid of `array` that begins at `index`.
grid_side<char> side(const host_iteration& iteration, const iterated_array& array,
                     const std::ptrdiff_t* index) noexcept {
  const std::ptrdiff_t* const strides = &iteration.strides[array.strides];
  const std::ptrdiff_t bytes =
      distance(iteration, array, index) * static_cast<std::ptrdiff_t>(array.size_bytes);
  return {array.origin == nullptr ? nullptr : array.origin + bytes, strides[iteration.row_axis],
          strides[iteration.extents.size() - 1]};
}

grid_side<const char> read_only(const grid_side<char>& side) noexcept {
  return {side.data, side.row, side.column};
}

void scratch::copy(const host_step& step) const {
  const host_iteration& iteration = plan_->iteration;
  const iterated_array& array = iteration.arrays[step.array];
  const auto copy_block = [&](const std::ptrdiff_t* index, std::ptrdiff_t rows,
                              std::ptrdiff_t columns, std::ptrdiff_t done) {
    const std::size_t bytes = array.size_bytes;
    const grid_side<char> there = side(iteration, array, index);
    if (step.what == host_step::kind::move) {
      const iterated_array& from = iteration.arrays[step.first];
      return copy_grid(there, read_only(side(iteration, from, index)), rows, columns, bytes);
    }
    const grid_side<char> here{at_[step.value] + done * static_cast<std::ptrdiff_t>(bytes), columns,
                               1};
    if (step.what == host_step::kind::store)
      copy_grid(there, read_only(here), rows, columns, bytes);
    else if (array.origin != nullptr)
      copy_grid(here, read_only(there), rows, columns, bytes);
    else
      fill_affine(reinterpret_cast<std::int64_t*>(here.data),
                  array.first + distance(iteration, array, index), there.row, there.column, rows,
                  columns);
  };
  for_each_grid(iteration, block_, copy_block);
}

void scratch::run(std::ptrdiff_t number) {
  const host_iteration& iteration = plan_->iteration;
  locate(iteration, number, block_);
  for (std::size_t i = 0; i < plan_->values.size(); ++i)
    if (plan_->values[i].array != value_place::unplaced)
      at_[i] = side(iteration, iteration.arrays[plan_->values[i].array], block_.index).data;
  for (const host_step& step : plan_->steps)
    step.what == host_step::kind::compute ? compute(step) : copy(step);
}

scratch& prepared_scratch(const host_plan& plan) {
  scratch& own = gpu::detail::per_thread<scratch>::get();
  own.prepare(plan);
  return own;
}

void run_blocks(const host_plan& plan, std::ptrdiff_t first, std::ptrdiff_t last) {
  scratch& own = prepared_scratch(plan);
  for (std::ptrdiff_t block = first; block < last; ++block) own.run(block);
}

/// Computes blocks from the first on, until it is known what the others will take. Leaves in
/// `done` how many are done.
///
/// @returns how many threads the others are worth
int try_blocks(const host_plan& plan, scratch& own, std::ptrdiff_t& done) {
  using clock = std::chrono::steady_clock;
  const std::ptrdiff_t blocks = plan.iteration.block_count;
  const clock::time_point start = clock::now();
  for (std::ptrdiff_t until = 1;; until *= 2) {
    for (; done < std::min(until, blocks); ++done) own.run(done);
    const double seconds = std::chrono::duration<double>(clock::now() - start).count();
    const double left = seconds / static_cast<double>(done) * static_cast<double>(blocks - done);
    const double threads = std::min(left / seconds_for_a_thread, 1.0 * num_threads());
    if (threads < 2 || seconds > trial_seconds) return static_cast<int>(threads);
  }
}

/// The plan of `run_on_host`, which other threads may be reading, and that of `run_on_this_thread`.
struct shared_plan : host_plan {};
struct own_plan : host_plan {};

}  // namespace

void run_on_this_thread(const graph::kernel& work) {
  if (element_count(work.extents) == 0) return;
  host_plan& plan = gpu::detail::per_thread<own_plan>::get();
  plan.prepare(work);
  run_blocks(plan, 0, plan.iteration.block_count);
}

void run_on_host(const graph::kernel& work) {
  if (element_count(work.extents) == 0) return;
  host_plan& plan = gpu::detail::per_thread<shared_plan>::get();
  plan.prepare(work);
  const std::ptrdiff_t blocks = plan.iteration.block_count;
  scratch& own = prepared_scratch(plan);
  std::ptrdiff_t done = 0;
  const bool alone = blocks == 1 || plan.cost() <= small_cost || num_threads() == 1;
  const int threads = alone ? 1 : try_blocks(plan, own, done);
  if (threads < 2) {
    for (; done < blocks; ++done) own.run(done);
    return;
  }
  const std::ptrdiff_t left = blocks - done;
  const std::ptrdiff_t grains = std::ptrdiff_t{16} * threads;
  parallel_for(
      left, std::clamp(left / grains, std::ptrdiff_t{1}, max_grain),
      [&shared = plan, done](std::ptrdiff_t first, std::ptrdiff_t last) {
        run_blocks(shared, done + first, done + last);
      },
      threads);
}

}  // namespace gpu::execute
