// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/histogram/shared_bins.hpp"

#include <algorithm>

#include "core/ceil_div.hpp"

namespace gpu::execute {
namespace {

using kernels::binning;

std::ptrdiff_t counter_bytes(std::ptrdiff_t bins, int limbs, int copies) {
  if (copies == 0) return 0;
  return ((bins + 1) * copies + 31) / 32 * 32 * std::max(limbs, 1) *
         static_cast<std::ptrdiff_t>(sizeof(unsigned));
}

std::ptrdiff_t max_bytes(const device_properties& properties) {
  return static_cast<std::ptrdiff_t>(properties.shared_bytes_per_block);
}

/// Shared memory of a block beside which another one is resident.
std::ptrdiff_t room_of(const device_properties& properties) {
  return std::min(
      {tuning::histogram_bytes, max_bytes(properties),
       static_cast<std::ptrdiff_t>(properties.shared_bytes_per_multiprocessor) / 2 - 1024});
}

/// How often each limb of a copy is added to while a block reads once.
std::ptrdiff_t additions_per_step(const histogram_work& work, const bin_counters& counters) {
  return std::ptrdiff_t{work.threads} / counters.copies * work.unroll * work.vector;
}

/// How often a block may read so that limbs have all the bits that weights need.
std::ptrdiff_t max_steps(const histogram_work& work, const bin_counters& counters) {
  const std::ptrdiff_t additions = (std::ptrdiff_t{1} << (32 - counters.limbs.bits)) - 1;
  return additions / additions_per_step(work, counters);
}

}  // namespace

bin_counters choose_counters(std::ptrdiff_t bins, std::optional<dtype> weights,
                             const device_properties& properties) {
  bin_counters counters;
  const std::ptrdiff_t most = max_bytes(properties);
  if (weights) {
    const bool is_wide = *weights == dtype::float64;
    counters.limbs = is_wide ? tuning::float64_limbs : tuning::float32_limbs;
    if (is_wide && counter_bytes(bins, counters.limbs.count, 1) > most)
      counters.limbs = tuning::few_float64_limbs;
  }
  const auto bytes_for = [&](int copies) {
    return counter_bytes(bins, counters.limbs.count, copies);
  };
  // A copy of the counts for each lane, or for few of them; else one if that fits, and none if not.
  counters.copies = 32;
  while (counters.copies > 1 && bytes_for(counters.copies) > room_of(properties))
    counters.copies /= 2;
  if (counters.copies < tuning::min_histogram_copies) counters.copies = 1;
  if (bytes_for(counters.copies) > most) counters.copies = 0;
  counters.bytes = bytes_for(counters.copies);
  return counters;
}

bin_edges place_edges(const histogram_bins& bins, dtype elements, std::ptrdiff_t free_bytes) {
  bin_edges edges{bins.method};
  if (bins.method != binning::spaced && bins.method != binning::between) return edges;
  const std::ptrdiff_t bytes = (bins.count + 1) * static_cast<std::ptrdiff_t>(size_bytes(elements));
  if (bytes > free_bytes) return edges;
  edges.in_shared_memory = true;
  edges.bytes = bytes;
  if (bins.method == binning::spaced || !(bins.span > 1e-30 && bins.span < 1e30)) return edges;
  std::ptrdiff_t cells = 256;
  while (cells < tuning::histogram_cells_per_bin * bins.count &&
         cells < tuning::max_histogram_cells)
    cells *= 2;
  const auto cell_bytes = static_cast<std::ptrdiff_t>(cells * sizeof(unsigned));
  if (cells < bins.count || bytes + cell_bytes > free_bytes) return edges;
  edges.method = binning::indexed;
  edges.cells = static_cast<int>(cells);
  edges.bytes += cell_bytes;
  return edges;
}

int block_threads(const bin_counters& counters, std::ptrdiff_t shared_bytes,
                  const device_properties& properties) {
  return counters.copies <= 1 || shared_bytes > room_of(properties) ? 1024 : 512;
}

/// Blocks that are resident together, if each has elements; more if one would have too many for its
/// counters.
histogram_grid choose_grid(const histogram_work& work, const bin_counters& counters,
                           const device_properties& properties) {
  const bool has_limbs = counters.limbs.count > 0;
  const std::ptrdiff_t resident = properties.multiprocessors * (1024 / work.threads);
  const std::ptrdiff_t useful = ceil_div(work.vectors, work.vectors_at_once());
  std::ptrdiff_t needed = ceil_div(work.vectors * work.vector, tuning::histogram_block_elements);
  if (has_limbs && counters.copies > 0) needed = ceil_div(useful, max_steps(work, counters));
  if (has_limbs && needed > resident) needed = ceil_div(needed, resident) * resident;
  histogram_grid grid{std::max(std::min(resident, useful), needed)};
  if (!has_limbs || counters.copies == 0) return grid;
  const std::ptrdiff_t steps = ceil_div(work.vectors, grid.blocks * work.vectors_at_once());
  grid.limb_bits = kernels::limb_bits_for(steps * additions_per_step(work, counters));
  return grid;
}

}  // namespace gpu::execute
