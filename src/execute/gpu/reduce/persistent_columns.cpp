// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/reduce/persistent_columns.hpp"

#include <algorithm>
#include <bit>

#include "core/ceil_div.hpp"
#include "execute/gpu/reduce/text.hpp"
#include "execute/gpu/tuning.hpp"
#include "graph/emit/text.hpp"
#include "graph/schedule/columns.hpp"

namespace gpu::execute {
namespace {

/// How many vectors of each input a thread may keep: more narrow ones.
std::ptrdiff_t max_items(const element_costs& costs, int vector) {
  const unsigned inputs = std::bit_ceil(static_cast<unsigned>(std::max(costs.inputs, 1)));
  return graph::persistent_column_bytes / tuning::access_bytes * narrowness(costs, vector) /
         static_cast<std::ptrdiff_t>(inputs);
}

/// The threads of a block, of which 2^height share a column.
int threads_of(const graph::kernel& work, std::ptrdiff_t vector_bytes, int height) {
  const int max_threads = graph::max_column_threads(work);
  int side = ceil_log2(std::max<std::ptrdiff_t>(tuning::column_bytes / vector_bytes, 1));
  while (1 << (side + height) > max_threads && side > 0) --side;
  const int wanted = height >= tuning::tall_height ? max_threads : tuning::threads;
  return std::max(1 << (side + height), std::min(wanted, max_threads));
}

/// Lets blocks read their next columns while they work on some, where a multiprocessor has no other
/// block that reads meanwhile.
void read_ahead(reduction_shape& shape, device where, const access_widths& widths) {
  auto& form = shape.skeleton.as<skeletons::persistent_columns>();
  const std::ptrdiff_t kept_bytes = form.items_per_thread * widths.whole_bytes;
  if (form.warp_vectors == 0 || kept_bytes < tuning::ahead_bytes) return;
  const device_properties* const gpu = properties_of_gpu(where);
  if (gpu == nullptr || gpu->major < 8) return;
  const std::ptrdiff_t blocks = gpu->multiprocessors;
  const auto bytes = static_cast<std::size_t>(kept_bytes * shape.threads);
  if (shape.grid < 2 * blocks) return;
  if (bytes + graph::column_accumulator_bytes > gpu->shared_bytes_per_block) return;
  form.ahead = gpu->major >= 9 ? tuning::ahead_blocks : 1;
  shape.shared_bytes = bytes;
  shape.grid = blocks / form.ahead * form.ahead;
}

reduction_shape shape_persistent_columns(const graph::kernel& work, const graph::passes&,
                                         const reduction_loop& loop, const element_costs& costs,
                                         const access_widths& widths) {
  reduction_shape shape = unsplit_shape(loop, widths);
  shape.height = ceil_log2(ceil_div(shape.steps, max_items(costs, widths.vector)));
  shape.threads = threads_of(work, widths.vector * costs.widest_bytes, shape.height);
  shape.team = ceil_log2(shape.threads) - shape.height;
  const std::ptrdiff_t items = ceil_div(shape.steps, std::ptrdiff_t{1} << shape.height);
  skeletons::persistent_columns form{parameters_of(loop)};
  form.items_per_thread = static_cast<std::uint8_t>(std::max<std::ptrdiff_t>(items, 1));
  if (shape.threads == graph::max_persistent_threads && shape.team <= tuning::max_warp_team)
    form.warp_vectors = static_cast<std::uint8_t>(1 << shape.team);
  shape.skeleton = form;
  shape.grid = ceil_div(shape.rows, std::ptrdiff_t{1} << shape.team);
  read_ahead(shape, work.where, widths);
  return shape;
}

}  // namespace

const reduction_form skeletons::persistent_columns::form{
    .has_columns = true,
    .needs_whole_vectors = [](const reduction_loop&) { return true; },
    .shape = shape_persistent_columns};

std::string skeletons::persistent_columns::text(const graph::kernel& work,
                                                const graph::variant& options,
                                                const std::string& name) const {
  return reduction_text(
      {work, options, {.are_kept = true, .runs = runs}}, *this,
      graph::template_argument(int{items_per_thread}) +
          graph::template_argument(int{warp_vectors}) + graph::template_argument(int{ahead}),
      cluster_bounds(ahead) + graph::launch_bounds(options.threads, graph::max_persistent_threads),
      name);
}

}  // namespace gpu::execute
