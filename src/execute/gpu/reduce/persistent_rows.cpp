// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/reduce/persistent_rows.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include <gpu/core/text_of.hpp>

#include "core/ceil_div.hpp"
#include "execute/gpu/reduce/text.hpp"
#include "execute/gpu/tuning.hpp"
#include "graph/emit/text.hpp"
#include "graph/schedule/scanned_rows.hpp"

namespace gpu::execute {
namespace {

/// Whether blocks can send accumulators to each other, and have room for those of all warps.
bool has_clusters(device where, const element_costs& costs) {
  constexpr int warps = tuning::max_threads / 32 * tuning::max_cluster;
  const device_properties* const gpu = properties_of_gpu(where);
  return gpu != nullptr && gpu->major >= 9 &&
         warps * costs.max_accumulator_bytes() <= tuning::exchange_bytes;
}

/// What a row takes of a multiprocessor, in cycles, if 2^team threads share it: instructions, of
/// which it issues four of a warp in a cycle, and 128 bytes of the cache for each access.
double cycles_of_row(std::ptrdiff_t vectors, int team, int passes, const element_costs& costs,
                     int vector) {
  constexpr double per_thread = 60;
  constexpr double per_combination = 10;
  constexpr double per_op = 6;
  constexpr double threads_per_cycle = 4 * 32;
  constexpr double line = 128;
  const auto threads = static_cast<double>(1 << team);
  const auto items = static_cast<double>(ceil_div(vectors, std::ptrdiff_t{1} << team));
  const double bytes = static_cast<double>(vector) * static_cast<double>(costs.widest_bytes);
  const double instructions = per_thread +
                              items * vector * per_op * static_cast<double>(costs.instructions) +
                              per_combination * passes * team;
  const double lines =
      std::max(threads * bytes / line, std::min(1.0, static_cast<double>(vectors) * bytes / line));
  return threads * instructions / threads_per_cycle + 2 * items * lines;
}

/// Vectors of each input that a thread keeps of a short row, which does not have the same part for
/// each of a power of two threads: as many as is fastest, if the threads of a row have at least 32
/// bytes side by side, which memory writes at once.
std::ptrdiff_t items_of_short_row(std::ptrdiff_t vectors, int passes, const element_costs& costs,
                                  int vector, std::ptrdiff_t most) {
  constexpr std::ptrdiff_t sector = 32;
  std::ptrdiff_t found = 1;
  double least = std::numeric_limits<double>::infinity();
  for (int team = 0; std::ptrdiff_t{1} << team < 2 * vectors; ++team) {
    const bool is_narrow = (vector * costs.widest_bytes) << team < sector;
    if (is_narrow && std::ptrdiff_t{1} << team < vectors) continue;
    const std::ptrdiff_t items = ceil_div(vectors, std::ptrdiff_t{1} << team);
    const double cycles = cycles_of_row(vectors, team, passes, costs, vector);
    if (items > most || cycles >= least) continue;
    found = items;
    least = cycles;
  }
  return std::min(found, most);
}

/// How many vectors of each input a thread keeps, if the rows have so many: none if there are too
/// many inputs. Late ones it does not keep.
std::ptrdiff_t items_of(std::ptrdiff_t vectors, int reducing_passes, const element_costs& costs,
                        int vector) {
  const std::ptrdiff_t scale = narrowness(costs, vector);
  const auto inputs = static_cast<std::ptrdiff_t>(
      std::bit_ceil(static_cast<std::size_t>(std::max(costs.inputs, 1))));
  const std::ptrdiff_t lanes = 4 * scale;  // of a team, at least: 64 bytes side by side
  const auto even =
      static_cast<std::ptrdiff_t>(std::bit_floor(static_cast<std::size_t>(vectors / lanes)));
  const std::ptrdiff_t most = tuning::max_items_per_thread * scale;
  const std::ptrdiff_t busy = ceil_div(vectors, std::max<std::ptrdiff_t>(even, 1));
  if (vectors <= tuning::short_row / 2 && !std::has_single_bit(static_cast<std::size_t>(busy)))
    return items_of_short_row(vectors, reducing_passes, costs, vector, most / inputs);
  // One pass: combining the accumulators of lanes takes the time, so few of them.
  const bool fits_warp = reducing_passes == 1 && vectors > 32 * lanes && vectors <= 32 * most;
  const std::ptrdiff_t wanted = fits_warp || vectors > tuning::threads * lanes
                                    ? most
                                    : std::clamp<std::ptrdiff_t>(even, 1, lanes);
  return std::min(wanted, most / inputs);
}

/// The threads that share a row: 2^team of each of 2^cluster blocks.
struct row_threads {
  int team;
  int cluster;
  bool keeps_row;  ///< else each pass reads it again: there are too few threads to keep it
};

/// @param items  vectors that a thread may keep
row_threads share_row(std::ptrdiff_t vectors, std::ptrdiff_t items, int unroll, int max_cluster) {
  const int widest = ceil_log2(tuning::max_threads);
  const int most = widest + max_cluster;
  const int threads = items == 0 ? most + 1 : ceil_log2(ceil_div(vectors, items));
  if (threads > most) {
    const int wanted = std::min(ceil_log2(ceil_div(vectors, unroll)), most);
    const int cluster = std::clamp(wanted - widest, 0, max_cluster);
    return {wanted - cluster, cluster, false};
  }
  const int cluster = threads > ceil_log2(tuning::alone_threads)
                          ? std::min(max_cluster, threads - ceil_log2(tuning::threads))
                          : 0;
  return {threads - cluster, cluster, true};
}

/// Of a kernel that scans: one block keeps each row, as `keeps_scanned_rows` has made sure, however
/// many inputs there are.
row_threads share_scanned_row(const graph::kernel& work, std::ptrdiff_t vectors,
                              const element_costs& costs, int vector) {
  const std::ptrdiff_t most = graph::scanned_elements(work) / vector;
  const std::ptrdiff_t wanted = std::max<std::ptrdiff_t>(items_of(vectors, 2, costs, vector), 1);
  std::ptrdiff_t items = std::min({wanted, most, tuning::max_items_per_thread});
  while (ceil_div(vectors, items) > tuning::max_threads) items *= 2;
  return {ceil_log2(ceil_div(vectors, items)), 0, true};
}

reduction_shape shape_persistent_rows(const graph::kernel& work, const graph::passes& passes,
                                      const reduction_loop& loop, const element_costs& costs,
                                      const access_widths& widths) {
  reduction_shape shape = unsplit_shape(loop, widths);
  const int max_cluster = has_clusters(work.where, costs) ? ceil_log2(tuning::max_cluster) : 0;
  const row_threads threads =
      work.scans_rows()
          ? share_scanned_row(work, shape.steps, costs, widths.vector)
          : share_row(shape.steps,
                      items_of(shape.steps, passes.reducing_passes(), costs, widths.vector),
                      widths.unroll, max_cluster);
  skeletons::persistent_rows row{parameters_of(loop)};
  row.cluster = static_cast<std::uint8_t>(1 << threads.cluster);
  // No more than needed: all vectors of a thread but the last are sure to exist.
  if (threads.keeps_row)
    row.items_per_thread = static_cast<std::uint8_t>(std::max<std::ptrdiff_t>(
        ceil_div(shape.steps, std::ptrdiff_t{row.cluster} << threads.team), 1));
  shape.skeleton = row;
  shape.team = threads.team;
  shape.threads = std::max(tuning::threads, 1 << threads.team);
  shape.grid = ceil_div(shape.rows, shape.threads >> threads.team) * row.cluster;
  return shape;
}

}  // namespace

const reduction_form skeletons::persistent_rows::form{
    .needs_whole_vectors =
        [](const reduction_loop& loop) { return loop.kept > 1 || loop.reduced_rank() > 0; },
    .shape = shape_persistent_rows};

std::string skeletons::persistent_rows::text(const graph::kernel& work,
                                             const graph::variant& options,
                                             const std::string& name) const {
  return reduction_text(
      {work, options, {.are_kept = items_per_thread > 0, .runs = runs}}, *this,
      graph::template_argument(int{items_per_thread}) + graph::template_argument(int{cluster}) +
          unroll_and_tail(options),
      cluster_bounds(cluster) + graph::launch_bounds(options.threads, graph::resident_threads),
      name);
}

}  // namespace gpu::execute
