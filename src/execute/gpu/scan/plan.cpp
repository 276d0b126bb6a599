// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/scan/plan.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <vector>

#include <gpu/kernels/abi.hpp>

#include "core/ceil_div.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using kernels::access;
using kernels::carried;
using kernels::divisor;

std::ptrdiff_t power_above(std::ptrdiff_t count) {
  return static_cast<std::ptrdiff_t>(
      std::bit_ceil(static_cast<std::size_t>(std::max<std::ptrdiff_t>(count, 1))));
}

class planner {
 public:
  explicit planner(const kernel& work)
      : work_(work),
        loop_(work.scan.op->loops[static_cast<std::size_t>(work.scan.loop)]),
        plan_{{}, scan_iteration(work)},
        space_(plan_.space) {}

  scan_plan plan() {
    plan_.how.skeleton = graph::skeletons::scan{};
    if (space_.along) make_lines_outer();
    if (space_.outer.empty()) add_axis(plan_.space, 1, 0);
    form().along = space_.along;
    choose_vector();
    space_.along ? shape_lines() : shape_columns();
    plan_.how.rank = static_cast<std::uint8_t>(space_.outer.size());
    plan_.how.wide = !fits_32_bits(whole_space(), tuning::index_margin);
    choose_access();
    const std::size_t bytes = written_bytes(
        [&](argument_writer& out) { write_arguments(out, work_, plan_, nullptr, nullptr); });
    plan_.how.arguments_in_memory = bytes > tuning::argument_bytes;
    plan_.block[0] = plan_.how.threads;
    return std::move(plan_);
  }

 private:
  static void add_axis(scan_iteration& space, std::ptrdiff_t extent, std::ptrdiff_t lines) {
    space.outer.push_back(extent);
    for (scan_iteration::operand& one : space.operands) one.outer.push_back(lines * one.line);
  }
  /// Lines whose elements are neighbours do not lie side by side.
  void make_lines_outer() {
    if (space_.lines == 1) return;
    add_axis(plan_.space, space_.lines, 1);
    plan_.space.lines = 1;
  }

  [[nodiscard]] graph::skeletons::scan& form() { return plan_.how.as<graph::skeletons::scan>(); }
  /// Of one element; 0 unless the operand is an array.
  [[nodiscard]] std::size_t bytes_of(std::size_t operand) const {
    return operand == 0 ? size_bytes(work_.outputs[0].target->type)
                        : element_bytes(work_.arguments[operand - 1]);
  }
  [[nodiscard]] std::ptrdiff_t step_of(std::size_t operand) const {
    return space_.along ? space_.operands[operand].step : space_.operands[operand].line;
  }
  [[nodiscard]] std::ptrdiff_t state_bytes() const {
    const std::size_t bytes = loop_.reduces_on_host != nullptr ? loop_.reduces_on_host->state_bytes
                                                               : size_bytes(loop_.out);
    return static_cast<std::ptrdiff_t>((bytes + 3) / 4 * 4);
  }

  void choose_vector() {
    std::size_t widest = 1;
    for (std::size_t i = 0; i < space_.operands.size(); ++i) widest = std::max(widest, bytes_of(i));
    std::ptrdiff_t vector = tuning::access_bytes / static_cast<std::ptrdiff_t>(widest);
    const std::ptrdiff_t extent = space_.along ? space_.length : space_.lines;
    const std::ptrdiff_t max_bytes = space_.along ? tuning::scanned_bytes : tuning::side_bytes;
    while (vector > 1 && (vector > extent || vector * state_bytes() > max_bytes)) vector /= 2;
    plan_.how.vector = static_cast<std::uint8_t>(vector);
    plan_.how.tail = extent % vector != 0;
    chunks_ = ceil_div(extent, vector);
    max_ = max_chunks(tuning::scanned_bytes);
  }
  /// Of a thread, if it holds so many bytes of states, and of elements.
  [[nodiscard]] std::ptrdiff_t max_chunks(std::ptrdiff_t bytes) const {
    std::ptrdiff_t read = 0;
    for (std::size_t i = 1; i < space_.operands.size(); ++i)
      read += static_cast<std::ptrdiff_t>(bytes_of(i));
    const std::ptrdiff_t chunk = plan_.how.vector * std::max(state_bytes(), read);
    return static_cast<std::ptrdiff_t>(
        std::bit_floor(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(bytes / chunk, 1, 16))));
  }

  /// Sets the shape; lines that a thread has alone are scanned in turn.
  void shape(std::ptrdiff_t team, std::ptrdiff_t width, std::ptrdiff_t threads,
             std::ptrdiff_t steps) {
    const std::ptrdiff_t unroll = std::min(power_above(ceil_div(steps, team)), max_);
    form().team = static_cast<std::uint16_t>(team);
    form().width = static_cast<std::uint16_t>(width);
    plan_.how.threads = static_cast<std::uint16_t>(threads);
    plan_.how.unroll = static_cast<std::uint8_t>(unroll);
    plan_.groups = element_count(space_.outer) * plan_.strips;
    plan_.tiles = ceil_div(steps, team * unroll);
    std::ptrdiff_t blocks = ceil_div(plan_.groups, threads / (team * width));
    if (plan_.tiles > 1 && (team * width < threads || width > tuning::look_back_width))
      form().carry = carried::by_team;
    else if (plan_.tiles > 1)
      form().carry = carried::in_memory;
    if (form().carry == carried::in_memory) {
      blocks *= plan_.tiles;
      plan_.memory.zeroed_bytes =
          scan_plan::tile_id_bytes +
          static_cast<std::size_t>(
              plan_.groups *
              kernels::scan_slots(plan_.tiles,
                                  kernels::scan_radix(plan_.how.threads, form().width)) *
              width * (space_.along ? 1 : plan_.how.vector) * (state_bytes() / 4)) *
              sizeof(unsigned long long);
    }
    plan_.grid = static_cast<unsigned>(blocks);
  }

  /// Where blocks tell each other: many chunks, so that what is waited for is little of the whole,
  /// if that leaves tiles for all multiprocessors, and the last one of a line is not mostly empty.
  /// @param max_bytes  of states, and of elements
  /// @param steps       chunks of a thread, if a line were one tile
  [[nodiscard]] std::ptrdiff_t chunks_of_tiles(std::ptrdiff_t max_bytes, std::ptrdiff_t lines,
                                               std::ptrdiff_t steps) const {
    constexpr auto most = static_cast<std::ptrdiff_t>(tuning::max_instructions);
    const std::ptrdiff_t each =
        plan_.how.vector * std::max<std::ptrdiff_t>(1, std::ssize(work_.body));
    const auto suits = [&](std::ptrdiff_t count) {
      const std::ptrdiff_t tiles = ceil_div(steps, count);
      return lines * tiles >= tuning::look_back_tiles_threshold && count * each <= most &&
             (tiles == 1 || tiles * count <= steps + steps / 4);
    };
    std::ptrdiff_t count = max_chunks(max_bytes);
    while (count > max_ && !suits(count)) count /= 2;
    return count;
  }

  void shape_lines() {
    constexpr std::ptrdiff_t threads = tuning::threads;
    if (!work_.scan.op->is_reduction) return shape(1, 1, threads / 2, chunks_);
    if (chunks_ <= 32 * max_)
      return shape(std::min<std::ptrdiff_t>(32, power_above(chunks_)), 1, threads, chunks_);
    const auto chunks_for = [&](std::ptrdiff_t team) {
      return chunks_of_tiles(tuning::look_back_bytes, element_count(space_.outer),
                             ceil_div(chunks_, team));
    };
    const bool is_one_tile = chunks_ <= threads * chunks_for(threads);
    const std::ptrdiff_t team = is_one_tile ? threads : tuning::look_back_threads;
    max_ = chunks_for(team);
    shape(team, 1, team, chunks_);
  }

  void shape_columns() {
    const bool in_turn = !work_.scan.op->is_reduction;
    std::ptrdiff_t width = std::min<std::ptrdiff_t>(32, power_above(chunks_));
    plan_.strips = ceil_div(chunks_, width);
    const std::ptrdiff_t outer = element_count(space_.outer);
    if (in_turn || outer * plan_.strips * width >= tuning::columns_threshold || space_.length <= 8)
      return shape(1, width, tuning::threads, space_.length);
    const bool alone = outer * ceil_div(chunks_, tuning::alone_width) >= tuning::lines_threshold;
    width = std::min<std::ptrdiff_t>(alone ? tuning::alone_width : tuning::look_back_width, width);
    plan_.strips = ceil_div(chunks_, width);
    const std::ptrdiff_t strips = outer * plan_.strips;
    const std::ptrdiff_t threads = alone ? tuning::threads : tuning::look_back_threads;
    const std::ptrdiff_t team = std::min(threads / width, power_above(space_.length));
    const bool few = strips * width < tuning::look_back_groups_threshold && width >= 4;
    max_ = chunks_of_tiles(few ? tuning::look_back_bytes : tuning::look_back_bytes / 2, strips,
                           ceil_div(space_.length, team));
    shape(team, width, team * width <= 32 ? tuning::threads : team * width, space_.length);
  }

  [[nodiscard]] iteration whole_space() const {
    iteration all;
    all.extents = space_.outer;
    all.extents.push_back(space_.length);
    all.extents.push_back(space_.lines);
    for (const scan_iteration::operand& one : space_.operands) {
      all.offsets.push_back(one.offset);
      all.strides.push_back(one.outer);
      all.strides.back().push_back(one.step);
      all.strides.back().push_back(one.line);
    }
    return all;
  }

  [[nodiscard]] std::uintptr_t address_of(std::size_t i) const {
    const graph::leaf_node& leaf =
        i == 0 ? *work_.outputs[0].target : *leaf_of(work_.arguments[i - 1]);
    return address_in(leaf, space_.operands[i].offset);
  }
  [[nodiscard]] bool is_aligned(std::size_t i) const {
    const scan_iteration::operand& one = space_.operands[i];
    const std::ptrdiff_t vector = plan_.how.vector;
    if (aligned_vector(plan_.how.vector, bytes_of(i), address_of(i)) != vector) return false;
    for (std::size_t axis = 0; axis < space_.outer.size(); ++axis)
      if (space_.outer[axis] > 1 && one.outer[axis] % vector != 0) return false;
    return space_.along || space_.length == 1 || one.step % vector == 0;
  }

  void choose_access() {
    bool all_unit = true;
    for (std::size_t i = 0; i < space_.operands.size(); ++i) {
      access how = access::strided;
      if (bytes_of(i) > 0) {
        if (step_of(i) == 1 && is_aligned(i))
          how = access::unit;
        else if (i > 0 && step_of(i) == 0)
          how = access::zero;
        all_unit = all_unit && how == access::unit;
      }
      plan_.how.operands.push_back(how);
    }
    if (all_unit) plan_.how.operands.clear();
  }

  const kernel& work_;
  const graph::typed_loop& loop_;
  scan_plan plan_;
  const scan_iteration& space_;
  std::ptrdiff_t chunks_ = 1;  ///< along what the elements of a chunk are neighbours
  std::ptrdiff_t max_ = 1;     ///< chunks of a thread
};

template <class Index>
void write(argument_writer& out, const kernel& work, const scan_plan& plan, void* statuses,
           unsigned* tile_id) {
  const auto put = [&](std::ptrdiff_t value) { out.put(static_cast<Index>(value)); };
  const auto put_divisor = [&](std::ptrdiff_t value) {
    out.put(divisor<Index>::of(static_cast<Index>(value)));
  };
  put(plan.space.length);
  put(plan.space.lines);
  put(plan.groups);
  put_divisor(plan.strips);
  put_divisor(plan.groups);
  put(plan.tiles);
  out.put(statuses);
  out.put(tile_id);
  for (const std::ptrdiff_t extent : plan.space.outer) put_divisor(extent);
  out.align(8);
  for (std::size_t i = 0; i < plan.space.operands.size(); ++i) {
    const scan_iteration::operand& one = plan.space.operands[i];
    shape strides = one.outer;
    strides.push_back(one.step);
    strides.push_back(one.line);
    write_operand<Index>(out, work, i, one.offset, {strides.data(), strides.size()});
    if (i == 0) write_body(out, work);
  }
}

}  // namespace

scan_plan plan_scan(const kernel& work) {
  return planner(work).plan();
}

void write_arguments(argument_writer& out, const kernel& work, const scan_plan& plan,
                     void* statuses, unsigned* tile_id) {
  if (plan.how.wide)
    write<long long>(out, work, plan, statuses, tile_id);
  else
    write<int>(out, work, plan, statuses, tile_id);
}

}  // namespace gpu::execute
