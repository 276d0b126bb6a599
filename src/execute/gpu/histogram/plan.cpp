// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/histogram/plan.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include <gpu/kernels/abi.hpp>

#include "core/ceil_div.hpp"
#include "execute/gpu/histogram/tuning.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::kernel_argument;
using kernels::access;
using kernels::binning;

/// The iteration space of the arguments, in the order of memory of the one with the most bytes.
iteration space_of(const kernel& work) {
  const layout whole = row_major(work.extents);
  const layout* leading = &whole;
  std::size_t most = 0;
  std::vector<const layout*> layouts(1);
  for (const kernel_argument& argument : work.arguments) {
    layouts.push_back(&argument.place);
    if (element_bytes(argument) <= most) continue;
    most = element_bytes(argument);
    leading = &argument.place;
  }
  layouts[0] = leading;
  iteration space = plan_iteration(layouts);
  space.offsets.erase(space.offsets.begin());
  space.strides.erase(space.strides.begin());
  if (space.rank() > 0) return space;
  space.extents.push_back(1);
  for (shape& strides : space.strides) strides.push_back(1);
  return space;
}

class planner {
 public:
  planner(const kernel& work, const histogram_bins& bins, const device_properties& properties)
      : work_(work), bins_(bins), properties_(properties) {
    plan_.space = space_of(work);
  }

  histogram_plan plan() {
    plan_.how.skeleton = graph::skeletons::histogram{};
    form().bins = bins_.how;
    form().wide_bins = bins_.how == binning::uniform && bins_.is_wide;
    plan_.how.rank = static_cast<std::uint8_t>(space().rank());
    choose_access();
    choose_limbs();
    share_memory();
    shape_grid();
    choose_limb_bits();
    return std::move(plan_);
  }

 private:
  [[nodiscard]] const iteration& space() const { return plan_.space; }
  [[nodiscard]] graph::skeletons::histogram& form() {
    return plan_.how.as<graph::skeletons::histogram>();
  }
  [[nodiscard]] std::ptrdiff_t step(std::size_t i) const { return space().strides[i].back(); }

  /// The widest access up to `vector` that every row of an argument allows.
  [[nodiscard]] int vector_of(std::size_t i, int vector) const {
    const std::size_t bytes = element_bytes(work_.arguments[i]);
    const std::uintptr_t first = address_in(*leaf_of(work_.arguments[i]), space().offsets[i]);
    vector = aligned_vector(vector, bytes, first + (step(i) == -1 ? bytes : 0));
    for (std::size_t axis = 0; axis + 1 < space().rank(); ++axis)
      while (vector > 1 && space().strides[i][axis] % vector != 0) vector /= 2;
    return vector;
  }

  [[nodiscard]] int widest_vector_of_all() const {
    std::size_t widest = 1;
    for (const kernel_argument& argument : work_.arguments)
      widest = std::max(widest, element_bytes(argument));
    int vector = tuning::access_bytes / static_cast<int>(widest);
    const std::size_t steps = std::max<std::size_t>(work_.body.size(), 1);
    while (vector > 1 && (vector > space().extents.back() ||
                          static_cast<std::size_t>(vector) * steps > tuning::max_instructions))
      vector /= 2;
    return vector;
  }

  void choose_access() {
    int vector = widest_vector_of_all();
    bool is_strided = false;
    plan_.how.operands.assign(work_.outputs.size(), access::unit);  // which nobody writes
    for (std::size_t i = 0; i < work_.arguments.size(); ++i) {
      access how = access::strided;
      if (element_bytes(work_.arguments[i]) > 0) {
        if (step(i) == 0) how = access::zero;
        const int aligned = std::abs(step(i)) == 1 ? vector_of(i, vector) : 0;
        if (aligned > 0) {
          how = step(i) == 1 ? access::unit : access::reversed;
          vector = aligned;
        }
        is_strided = is_strided || how == access::strided;
      }
      plan_.how.operands.push_back(how);
    }
    if (is_strided) vector = 1;  // neighbouring lanes then read neighbouring elements
    const bool all_unit = std::all_of(plan_.how.operands.begin(), plan_.how.operands.end(),
                                      [](access how) { return how == access::unit; });
    if (all_unit) plan_.how.operands.clear();
    plan_.how.vector = static_cast<std::uint8_t>(vector);
    plan_.how.tail = space().extents.back() % vector != 0;
    plan_.how.unroll = static_cast<std::uint8_t>(unroll_of(vector));
    plan_.vectors = ceil_div(space().extents.back(), vector);
    for (std::size_t axis = 0; axis + 1 < space().rank(); ++axis)
      plan_.vectors *= space().extents[axis];
  }

  [[nodiscard]] int unroll_of(int vector) const {
    const std::size_t each = static_cast<std::size_t>(vector) *
                             std::max<std::size_t>({work_.body.size(), work_.arguments.size(), 1});
    const int elements = tuning::histogram_elements / static_cast<int>(work_.outputs.size());
    int unroll = std::clamp(elements / vector, 1, 4);
    while (unroll > 1 && static_cast<std::size_t>(unroll) * each > tuning::histogram_instructions)
      unroll /= 2;
    return unroll;
  }

  void choose_limbs() {
    max_bytes_ = static_cast<std::ptrdiff_t>(properties_.shared_bytes_per_block);
    if (work_.outputs.size() == 1) return;
    const bool is_wide = work_.outputs[1].target->type == dtype::float64;
    form().limbs = is_wide ? tuning::float64_limbs : tuning::float32_limbs;
    sum_bits_ = is_wide ? tuning::float64_sum_bits : tuning::float32_sum_bits;
    if (is_wide && bytes_for(1) > max_bytes_) --form().limbs;
  }

  /// A copy of the counts for each lane, or for few of them; else one if that fits, and none if
  /// not.
  void share_memory() {
    const std::ptrdiff_t room = std::min(
        {tuning::histogram_bytes, max_bytes_,
         static_cast<std::ptrdiff_t>(properties_.shared_bytes_per_multiprocessor) / 2 - 1024});
    int copies = 32;
    while (copies > 1 && bytes_for(copies) > room) copies /= 2;
    if (copies < tuning::min_histogram_copies) copies = 1;
    if (bytes_for(copies) > max_bytes_) copies = 0;
    form().copies = static_cast<std::uint8_t>(copies);
    const std::ptrdiff_t bytes = bytes_for(copies) + share_edges(bytes_for(copies));
    plan_.shared_bytes = static_cast<unsigned>(bytes);
    plan_.how.threads = copies <= 1 || bytes > room ? 1024 : 512;
  }

  [[nodiscard]] std::ptrdiff_t bytes_for(int copies) {
    if (copies == 0) return 0;
    const auto words = std::max<std::ptrdiff_t>(form().limbs, 1);
    return ((bins_.count + 1) * copies + 31) / 32 * 32 * words *
           static_cast<std::ptrdiff_t>(sizeof(unsigned));
  }

  /// The bytes of edges in shared memory, and of cells in front of them, beside `counts_bytes`.
  std::ptrdiff_t share_edges(std::ptrdiff_t counts_bytes) {
    if (bins_.how != binning::spaced && bins_.how != binning::between) return 0;
    const std::ptrdiff_t free = max_bytes_ - counts_bytes;
    const std::ptrdiff_t edges =
        (bins_.count + 1) * static_cast<std::ptrdiff_t>(size_bytes(work_.outputs[0].target->type));
    form().shared_edges = edges <= free;
    if (!form().shared_edges) return 0;
    if (bins_.how == binning::spaced || !(bins_.span > 1e-30 && bins_.span < 1e30)) return edges;
    std::ptrdiff_t cells = 256;
    while (cells < tuning::histogram_cells_per_bin * bins_.count &&
           cells < tuning::max_histogram_cells)
      cells *= 2;
    const auto bytes = static_cast<std::ptrdiff_t>(cells * sizeof(unsigned));
    if (cells < bins_.count || edges + bytes > free) return edges;
    form().bins = binning::indexed;
    plan_.cells = static_cast<int>(cells);
    return edges + bytes;
  }

  /// Blocks that are resident together, if each has elements; more if one would have too many for
  /// its counts.
  void shape_grid() {
    const std::ptrdiff_t threads = plan_.how.threads;
    const std::ptrdiff_t resident = properties_.multiprocessors * (1024 / threads);
    const std::ptrdiff_t useful = ceil_div(plan_.vectors, threads * plan_.how.unroll);
    std::ptrdiff_t needed =
        ceil_div(plan_.vectors * plan_.how.vector, tuning::histogram_block_elements);
    if (form().limbs > 0 && form().copies > 0) needed = ceil_div(useful, max_steps());
    if (form().limbs > 0 && needed > resident) needed = ceil_div(needed, resident) * resident;
    plan_.grid = static_cast<unsigned>(std::max(std::min(resident, useful), needed));
    plan_.block[0] = plan_.how.threads;
    const std::ptrdiff_t at_once = plan_.grid * threads * plan_.how.unroll * plan_.how.vector;
    plan_.how.wide = !fits_32_bits(space(), std::max(at_once, tuning::histogram_index_margin));
  }

  /// How often each limb of a copy is added to while the grid reads once.
  [[nodiscard]] std::ptrdiff_t additions_per_step() {
    return std::ptrdiff_t{plan_.how.threads} / form().copies * plan_.how.unroll * plan_.how.vector;
  }

  /// How often a block may read so that limbs have all the bits that weights need.
  [[nodiscard]] std::ptrdiff_t max_steps() {
    const std::ptrdiff_t bits = ceil_div(sum_bits_, form().limbs);
    return ((std::ptrdiff_t{1} << (32 - bits)) - 1) / additions_per_step();
  }

  void choose_limb_bits() {
    if (form().limbs == 0 || form().copies == 0) return;
    const std::ptrdiff_t steps =
        ceil_div(plan_.vectors, std::ptrdiff_t{plan_.grid} * plan_.how.threads * plan_.how.unroll);
    plan_.limb_bits = kernels::limb_bits_for(steps * additions_per_step());
  }

  const kernel& work_;
  const histogram_bins& bins_;
  const device_properties& properties_;
  std::ptrdiff_t max_bytes_ = 0;  ///< of shared memory
  int sum_bits_ = 0;              ///< that all limbs are to have
  histogram_plan plan_;
};

/// Whether neighbouring threads would read elements of `strides` that lie far from each other,
/// while others that they do not read are their neighbours.
bool is_scattered(const iteration& space, const shape& strides) {
  if (std::abs(strides.back()) <= 1) return false;
  for (std::size_t axis = 0; axis + 1 < space.rank(); ++axis)
    if (std::abs(strides[axis]) == 1 && space.extents[axis] >= tuning::min_tile_extent) return true;
  return false;
}

template <class Index>
void write(argument_writer& out, const kernel& work, const histogram_plan& plan,
           const kernels::histogram_bins& bins, void* counts) {
  using kernels::divisor;
  const std::size_t rank = plan.space.rank();
  const auto put_divisor = [&](std::ptrdiff_t value) {
    out.put(divisor<Index>::of(static_cast<Index>(value)));
  };
  out.put(counts);
  out.put(static_cast<Index>(plan.vectors));
  out.put(static_cast<Index>(plan.space.extents[rank - 1]));
  for (std::size_t axis = 0; axis + 1 < rank; ++axis) put_divisor(plan.space.extents[axis]);
  put_divisor(ceil_div(plan.space.extents[rank - 1], plan.how.vector));
  out.put(bins);
  for (std::size_t i = 0; i < work.arguments.size(); ++i)
    write_operand<Index>(out, work, work.outputs.size() + i, plan.space.offsets[i],
                         plan.space.strides[i]);
  write_body(out, work);
}

}  // namespace

bool accepts_histogram(const kernel& work) {
  if (work.reduces() || work.scan.op != nullptr || work.arguments.empty()) return false;
  histogram_plan plan;
  plan.space = space_of(work);
  if (plan.space.rank() > tuning::histogram_axes) return false;
  for (std::size_t i = 0; i < work.arguments.size(); ++i)
    if (element_bytes(work.arguments[i]) > 0 && is_scattered(plan.space, plan.space.strides[i]))
      return false;
  const std::size_t bytes = written_bytes([&](argument_writer& out) {
    write<long long>(out, work, plan, kernels::histogram_bins{}, nullptr);
  });
  return bytes <= tuning::argument_bytes;
}

histogram_plan plan_histogram(const kernel& work, const histogram_bins& bins,
                              const device_properties& properties) {
  return planner(work, bins, properties).plan();
}

void write_arguments(argument_writer& out, const kernel& work, const histogram_plan& plan,
                     const histogram_bins& bins, const histogram_places& places) {
  kernels::histogram_bins all{};
  all.edges = places.edges;
  all.span = bins.span;
  all.scale = bins.scale;
  all.reach = bins.reach;
  all.count = static_cast<int>(bins.count);
  all.cells = plan.cells;
  all.largest = places.largest;
  all.inexact = places.inexact;
  all.limb_bits = plan.limb_bits;
  if (plan.cells > 0) all.scale = plan.cells / bins.span;
  if (plan.how.wide)
    write<long long>(out, work, plan, all, places.counts);
  else
    write<int>(out, work, plan, all, places.counts);
}

}  // namespace gpu::execute
