// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/map/plan.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include <gpu/core/text_of.hpp>

#include "core/ceil_div.hpp"
#include "execute/gpu/arguments.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::kernel_argument;
using graph::kernel_output;
namespace skeletons = graph::skeletons;
using kernels::access;

/// About how many simple ops each element takes.
std::size_t weight_of(const kernel& work) noexcept {
  std::size_t weight = 0;
  for (const graph::instruction& step : work.body)
    weight += static_cast<std::size_t>(step.op->weight);
  return weight;
}

/// What planning looks at, beside the iteration space.
struct operand {
  std::uintptr_t address;  ///< of the first element of the space
  std::size_t bytes;       ///< of one element; 0 unless it is an array
  bool is_written;

  [[nodiscard]] bool is_array() const noexcept { return bytes > 0; }
};

class planner {
 public:
  explicit planner(const kernel& work) : work_(work), widest_(widest_element(work)) {
    std::vector<layout> targets;
    targets.reserve(work.outputs.size());
    std::vector<const layout*> layouts;
    for (const kernel_output& output : work.outputs)
      layouts.push_back(&targets.emplace_back(output.target->placement()));
    for (const kernel_argument& argument : work.arguments) layouts.push_back(&argument.place);
    plan_.space = plan_iteration(layouts);
    add_operands();
    plan_.size = 1;
    for (const std::ptrdiff_t extent : plan_.space.extents) plan_.size *= extent;
    plan_.how.wide = !fits_32_bits(plan_.space, tuning::index_margin);
    plan_.how.threads = tuning::threads;
  }

  map_plan plan() {
    if (!plan_contiguous() && !plan_tiled() && !plan_rows()) plan_strided();
    if (argument_bytes(work_, plan_) > tuning::argument_bytes) plan_table();
    return std::move(plan_);
  }

 private:
  void add_operands() {
    for (const kernel_output& output : work_.outputs)
      add_operand(output.target.get(), size_bytes(output.target->type), true);
    for (const kernel_argument& argument : work_.arguments)
      add_operand(leaf_of(argument), element_bytes(argument), false);
  }

  void add_operand(const graph::leaf_node* leaf, std::size_t bytes, bool is_written) {
    const std::ptrdiff_t offset = plan_.space.offsets[operands_.size()];
    operands_.push_back({bytes > 0 ? address_in(*leaf, offset) : 0, bytes, is_written});
  }

  [[nodiscard]] std::ptrdiff_t stride(std::size_t i, std::size_t axis) const {
    return plan_.space.strides[i][axis];
  }
  [[nodiscard]] std::size_t rank() const { return plan_.space.rank(); }

  /// How operand i is accessed along the last axis, transposed ones apart.
  [[nodiscard]] access access_of(std::size_t i) const {
    const std::ptrdiff_t step = stride(i, rank() - 1);
    if (!operands_[i].is_array()) return access::strided;
    if (step == 1) return access::unit;
    if (operands_[i].is_written) return access::strided;
    return step == 0 ? access::zero : step == -1 ? access::reversed : access::strided;
  }

  /// The widest access up to `vector` that the operand allows wherever a run along axis `along`
  /// begins; 0 if it is not aligned to its own size. Runs backwards begin at the end of an access.
  [[nodiscard]] int vector_of(std::size_t i, std::size_t along, int vector) const {
    const std::size_t bytes = operands_[i].bytes;
    const bool is_backwards = stride(i, along) == -1;
    vector = aligned_vector(vector, bytes, operands_[i].address + (is_backwards ? bytes : 0));
    for (std::size_t axis = 0; axis < rank(); ++axis)
      while (axis != along && vector > 1 && stride(i, axis) % vector != 0) vector /= 2;
    return vector;
  }

  /// Accesses along the last axis: fills `how.operands`, and returns the vector for unit ones.
  int iterate_last_axis() {
    int vector = widest_vector(work_, widest_);
    while (vector > 1 && vector > plan_.space.extents.back()) vector /= 2;
    plan_.how.operands.clear();
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      access how = access_of(i);
      const bool is_run = how == access::unit || how == access::reversed;
      const int aligned = is_run ? vector_of(i, rank() - 1, vector) : vector;
      if (aligned == 0)
        how = access::strided;
      else
        vector = aligned;
      plan_.how.operands.push_back(how);
    }
    return vector;
  }

  [[nodiscard]] bool has_strided_array() const {
    for (std::size_t i = 0; i < operands_.size(); ++i)
      if (operands_[i].is_array() && plan_.how.operands[i] == access::strided) return true;
    return false;
  }

  bool plan_contiguous() {
    if (rank() > 1) return false;
    if (rank() == 0) add_single_axis();
    int vector = widest_vector(work_, widest_);
    bool all_unit = true;
    std::vector<access> accessed;
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      const access how = access_of(i);
      if (how == access::unit) vector = vector_of(i, 0, vector);
      if (vector == 0 || how == access::reversed) return false;
      if (how == access::strided && operands_[i].is_array()) return false;
      all_unit = all_unit && how != access::zero;
      accessed.push_back(how);
    }
    plan_.how = contiguous_variant(weight_of(work_), plan_.size, vector, widest_);
    plan_.how.wide = plan_.how.wide || !fits_32_bits(plan_.space, tuning::index_margin);
    std::vector<std::uintptr_t> addresses;
    for (std::size_t i = 0; i < operands_.size(); ++i)
      addresses.push_back(accessed[i] == access::unit ? operands_[i].address : 0);
    plan_.how.tail = needs_tail(work_, vector, plan_.size, addresses);
    if (!all_unit) plan_.how.operands = std::move(accessed);
    plan_.grid = contiguous_blocks(plan_.how, plan_.size);
    plan_.block[0] = plan_.how.threads;
    return true;
  }

  void add_single_axis() {
    plan_.space.extents.push_back(1);
    for (shape& strides : plan_.space.strides) strides.push_back(1);
  }

  void add_outer_axis() {
    plan_.space.extents.insert(0, 1);
    for (shape& strides : plan_.space.strides) strides.insert(0, 0);
  }

  /// The axis along which the most bytes of operands have their neighbours, though not along the
  /// last; `rank()` if there is none.
  [[nodiscard]] std::size_t transposed_axis() const {
    std::size_t best = rank();
    std::size_t most = 0;
    for (std::size_t axis = 0; axis + 1 < rank(); ++axis) {
      if (plan_.space.extents[axis] < tuning::min_tile_extent) continue;
      std::size_t bytes = 0;
      for (std::size_t i = 0; i < operands_.size(); ++i)
        if (is_transposed(i, axis)) bytes += operands_[i].bytes;
      if (bytes > most) best = axis;
      most = std::max(most, bytes);
    }
    return best;
  }

  [[nodiscard]] bool is_transposed(std::size_t i, std::size_t axis) const {
    return operands_[i].is_array() && !operands_[i].is_written && stride(i, axis) == 1 &&
           access_of(i) == access::strided;
  }

  [[nodiscard]] bool has_reversed() const {
    for (std::size_t i = 0; i < operands_.size(); ++i)
      if (access_of(i) == access::reversed) return true;
    return false;
  }

  bool plan_tiled() {
    if (rank() > 8 || plan_.space.extents.back() < tuning::min_tile_extent) return false;
    const std::size_t axis = transposed_axis();
    if (axis == rank()) return false;
    move_before_last(axis);
    const int vector = iterate_last_axis();
    if (!choose_tiles()) return false;
    plan_.how.vector = static_cast<std::uint8_t>(vector);
    plan_.how.tail = plan_.space.extents.back() % vector != 0;
    plan_.how.rank = static_cast<std::uint8_t>(rank() - 2);
    const std::size_t last = rank() - 1;
    const auto& tile = plan_.how.as<skeletons::tiled>();
    const std::ptrdiff_t tiles = ceil_div(plan_.space.extents[last], tile.tile_columns) *
                                 ceil_div(plan_.space.extents[last - 1], tile.tile_rows);
    const std::ptrdiff_t matrix = plan_.space.extents[last] * plan_.space.extents[last - 1];
    plan_.grid = static_cast<unsigned>(plan_.size / matrix * tiles);
    plan_.block[0] = plan_.how.threads;
    return true;
  }

  /// Makes `axis` the last but one, and the space of at least three axes. Tiles are still to be
  /// written in the order of memory, by which the axes were sorted.
  void move_before_last(std::size_t axis) {
    for (std::size_t i = axis + 1; i + 1 < rank(); ++i) plan_.nearer *= plan_.space.extents[i];
    const auto move = [&](shape& axes, std::ptrdiff_t outermost) {
      std::rotate(axes.begin() + axis, axes.begin() + axis + 1, axes.end() - 1);
      if (axes.size() == 2) axes.insert(0, outermost);
    };
    for (shape& strides : plan_.space.strides) move(strides, 0);
    move(plan_.space.extents, 1);
  }

  /// The large one if there are many, and all that is transposed has room.
  [[nodiscard]] tuning::tile_shape tile_for(int widest_bytes) const {
    const tuning::tile_shape large = tuning::large_tile_of(widest_bytes);
    const std::ptrdiff_t elements = std::ptrdiff_t{large.rows} * large.columns;
    std::ptrdiff_t bytes = 0;
    for (std::size_t i = 0; i < operands_.size(); ++i)
      if (is_transposed(i, rank() - 2)) bytes += static_cast<std::ptrdiff_t>(operands_[i].bytes);
    const bool is_worth_it =
        plan_.size / elements >= tuning::tiles_threshold && elements * bytes <= tuning::tile_bytes;
    return is_worth_it ? large : tuning::tile_of(widest_bytes);
  }

  /// Marks what goes through shared memory, as far as it has room; false if nothing does.
  bool choose_tiles() {
    const std::size_t axis = rank() - 2;
    int widest = 0;
    for (std::size_t i = 0; i < operands_.size(); ++i)
      if (is_transposed(i, axis)) widest = std::max(widest, static_cast<int>(operands_[i].bytes));
    if (widest == 0) return false;
    const tuning::tile_shape tile = tile_for(widest);
    int column = tuning::access_bytes / widest;
    int room = tuning::tile_bytes;
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      const int bytes = tile.rows * tile.columns * static_cast<int>(operands_[i].bytes);
      if (!is_transposed(i, axis) || bytes > room) continue;
      const int aligned = vector_of(i, axis, column);
      if (aligned == 0) continue;
      plan_.how.operands[i] = access::transposed;
      column = aligned;
      room -= bytes;
      plan_.shared_bytes += static_cast<unsigned>(bytes);
    }
    plan_.how.skeleton = skeletons::tiled{static_cast<std::uint16_t>(tile.rows),
                                          static_cast<std::uint16_t>(tile.columns),
                                          static_cast<std::uint16_t>(column)};
    plan_.how.threads = static_cast<std::uint16_t>(tile.threads);
    return plan_.shared_bytes > 0;
  }

  bool plan_rows() {
    const std::ptrdiff_t columns = plan_.space.extents.back();
    if (rank() > 8 || columns < tuning::min_row) return false;
    if (rank() == 1 && !has_reversed()) return false;
    int vector = iterate_last_axis();
    if (has_strided_array()) vector = 1;  // neighbouring lanes then read neighbouring elements
    if (rank() == 1) {
      if (vector == 1) return false;
      add_outer_axis();
    }
    plan_.how.skeleton = skeletons::rows{};
    plan_.how.rank = static_cast<std::uint8_t>(rank() - 1);
    plan_.how.vector = static_cast<std::uint8_t>(vector);
    plan_.how.tail = columns % vector != 0;
    plan_.how.unroll = static_cast<std::uint8_t>(tuning::unroll(vector, widest_, weight_of(work_)));
    shape_row_blocks(columns, ceil_div(columns, vector));
    return true;
  }

  void shape_row_blocks(std::ptrdiff_t columns, std::ptrdiff_t chunks) {
    const std::ptrdiff_t tiles = ceil_div(chunks, tuning::threads);
    std::ptrdiff_t across = ceil_div(chunks, tiles);
    if (tiles > 1) across = ceil_div(across, 32) * 32;
    const std::ptrdiff_t rows = plan_.size / columns;
    const std::ptrdiff_t down = std::clamp<std::ptrdiff_t>(tuning::threads / across, 1, rows);
    plan_.block[0] = static_cast<unsigned>(across);
    plan_.block[1] = static_cast<unsigned>(down);
    plan_.grid =
        static_cast<unsigned>(ceil_div(chunks, across) * ceil_div(rows, down * plan_.how.unroll));
  }

  void plan_strided() {
    if (rank() > 8) return plan_table();
    plan_.how.skeleton = skeletons::strided{};
    plan_.how.rank = static_cast<std::uint8_t>(rank());
    plan_.how.unroll = static_cast<std::uint8_t>(tuning::unroll(1, widest_, weight_of(work_)));
    plan_.how.operands.clear();
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      const shape& strides = plan_.space.strides[i];
      const bool one = std::all_of(strides.begin(), strides.end(), [](auto s) { return s == 0; });
      const bool zero = one && operands_[i].is_array() && !operands_[i].is_written;
      plan_.how.operands.push_back(zero ? access::zero : access::strided);
    }
    plan_.grid = static_cast<unsigned>(ceil_div(plan_.size, tuning::threads * plan_.how.unroll));
    plan_.block[0] = plan_.how.threads;
  }

  void plan_table() {
    plan_.how = {};
    plan_.shared_bytes = 0;
    plan_.how.skeleton = skeletons::table{};
    plan_.how.wide = true;
    plan_.how.arguments_in_memory = true;
    plan_.how.threads = tuning::threads;
    plan_.how.operands.assign(operands_.size(), access::strided);
    plan_.grid = static_cast<unsigned>(ceil_div(plan_.size, tuning::threads));
    plan_.block[0] = plan_.how.threads;
    plan_.block[1] = 1;
  }

  const kernel& work_;
  const int widest_;  ///< bytes of the widest array element
  map_plan plan_;
  std::vector<operand> operands_;
};

/// For a user's text, in which mistakes are found even if there is nothing to compute.
map_plan plan_of_nothing(const kernel& work) {
  const int bytes = widest_element(work);
  map_plan plan;
  plan.how = contiguous_variant(weight_of(work), 0, widest_vector(work, bytes), bytes);
  plan.how.tail = needs_tail(work, plan.how.vector, 0, {});
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

int widest_vector(const kernel& work, int widest_bytes) noexcept {
  int vector = tuning::access_bytes / widest_bytes;
  const std::size_t instructions = std::max<std::size_t>(weight_of(work), 1);
  while (vector > 1 &&
         static_cast<std::size_t>(vector) * instructions > 2 * tuning::max_instructions)
    vector /= 2;
  return vector;
}

graph::variant contiguous_variant(std::size_t instructions, std::ptrdiff_t size, int vector,
                                  int widest_bytes) noexcept {
  graph::variant how;
  how.threads = tuning::threads;
  how.wide = size > std::numeric_limits<std::int32_t>::max() - tuning::index_margin;
  how.vector = static_cast<std::uint8_t>(vector);
  how.unroll = static_cast<std::uint8_t>(tuning::unroll(vector, widest_bytes, instructions));
  return how;
}

bool has_user_text(const kernel& work) noexcept {
  return std::any_of(work.body.begin(), work.body.end(),
                     [](const auto& step) { return !step.op->definition.empty(); });
}

bool needs_tail(const kernel& work, int vector, std::ptrdiff_t size,
                std::span<const std::uintptr_t> addresses) noexcept {
  if (vector == 1) return false;
  if (has_user_text(work) || work.reads_memory()) return true;
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

unsigned contiguous_blocks(const graph::variant& how, std::ptrdiff_t size) noexcept {
  return static_cast<unsigned>(ceil_div(size, how.threads * how.vector * how.unroll));
}

map_plan plan_map(const kernel& work) {
  return element_count(work.extents) == 0 ? plan_of_nothing(work) : planner(work).plan();
}

}  // namespace gpu::execute
