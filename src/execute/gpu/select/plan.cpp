// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/select/plan.hpp"

#include <algorithm>
#include <utility>

#include <gpu/kernels/abi.hpp>

#include "core/ceil_div.hpp"
#include "execute/gpu/element_accesses.hpp"
#include "execute/gpu/map/plan.hpp"
#include "execute/gpu/map/space.hpp"
#include "execute/gpu/select/skeleton.hpp"
#include "execute/gpu/select/tuning.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::kernel_argument;
using graph::operand_kind;

/// Of what a block keeps of an element: its value, or its place in the tile.
std::size_t item_bytes(const kernel& work) {
  return work.outputs.size() > 1 ? size_bytes(work.outputs[1].target->type) : sizeof(short);
}

iteration space_of(const kernel& work) {
  return argument_space(work, row_major(work.extents));
}

/// How many elements a thread has: a power of two.
/// @param run  neighbours that share work, 1 if none do
int elements_of_thread(const kernel& work, int run) {
  std::size_t bytes = item_bytes(work);
  std::size_t read = 0;
  for (const kernel_argument& argument : work.arguments) read += element_bytes(argument);
  bytes = std::max(bytes, read);
  const std::size_t instructions = run > 1 ? 0 : weight_of(work);
  int elements = tuning::select_elements;
  while (elements > run &&
         (static_cast<std::size_t>(elements) * bytes > tuning::select_bytes ||
          static_cast<std::size_t>(elements) * instructions > tuning::select_instructions))
    elements /= 2;
  return elements;
}

/// Elements of one access: rows have whole ones, so that those before an element say its place.
int vector_of(const iteration& space, int widest, int elements) {
  int vector = std::min(widest, elements);
  while (space.rank() > 1 && space.extents.back() % vector != 0) vector /= 2;
  return vector;
}

/// Whether neighbours that share work may be those of one access, or of several of 16 bytes.
bool takes_runs(const kernel& work, const iteration& space, int vector) {
  if (!may_have_runs(work) || space.rank() > 1) return false;
  std::size_t widest = 0;
  for (std::size_t i = 0; i < work.arguments.size(); ++i)
    if (space.strides[i].back() != 0) widest = std::max(widest, element_bytes(work.arguments[i]));
  return widest == 0 || static_cast<std::size_t>(vector) * widest == tuning::access_bytes;
}

bool reads_array(const kernel& work) {
  return std::any_of(work.arguments.begin(), work.arguments.end(),
                     [](const auto& argument) { return argument.kind == operand_kind::array; });
}

void write(argument_writer& out, const kernel& work, const select_plan& plan, bool wide,
           const select_places& places, std::byte* zeroed) {
  const std::size_t last = plan.space.rank() - 1;
  index_writer indices(out, wide);
  out.put(places.selected);
  out.put(places.count);
  out.put(zeroed == nullptr ? nullptr : zeroed + select_plan::tile_id_bytes);
  out.put(zeroed);
  indices.put(plan.size);
  indices.put(plan.tiles);
  indices.put_axes(plan.space.extents, 0, last);
  indices.put_divisor(ceil_div(plan.space.extents[last], plan.options.vector));
  out.align(8);
  for (std::size_t i = 0; i < work.arguments.size(); ++i)
    indices.put_operand(work, work.outputs.size() + i, plan.space.offsets[i],
                        plan.space.strides[i]);
  write_body(out, work);
}

}  // namespace

bool accepts_select(const kernel& work) {
  if (!work.is_elementwise() || work.arguments.empty()) return false;
  select_plan plan;
  plan.space = space_of(work);
  if (plan.space.rank() > tuning::select_axes) return false;
  if (has_scattered_accesses(work, plan.space)) return false;
  const std::size_t bytes = written_bytes(
      [&](argument_writer& out) { write(out, work, plan, true, select_places{}, nullptr); });
  return bytes <= tuning::argument_bytes;
}

select_plan plan_select(const kernel& work, const device_properties& properties) {
  iteration space = space_of(work);
  element_accesses accesses = choose_element_accesses(work, space);
  const bool runs = takes_runs(work, space, accesses.vector);
  const int run = runs ? run_length(work) : 1;
  const int elements = elements_of_thread(work, run);
  // Runs side by side share work again if the stream does not begin with a block.
  const int widest = runs && !reads_array(work) ? 2 * run : std::max(accesses.vector, run);
  const int vector = vector_of(space, widest, elements);
  const std::ptrdiff_t tile = std::ptrdiff_t{tuning::select_threads} * elements;
  const std::size_t tile_bytes = static_cast<std::size_t>(tile) * item_bytes(work);
  const bool ahead = reads_array(work) && 2 * tile_bytes + select_plan::static_shared_bytes <=
                                              properties.shared_bytes_per_block;

  select_plan plan;
  plan.options.skeleton = skeletons::select{
      .runs = runs, .ahead = ahead, .beyond = !reads_array(work) && may_compute_beyond(work)};
  plan.options.operands = std::move(accesses.operands);
  plan.options.wide = !fits_32_bits(space, tuning::index_margin);
  plan.options.rank = static_cast<std::uint8_t>(space.rank());
  plan.options.vector = static_cast<std::uint8_t>(vector);
  plan.options.unroll = static_cast<std::uint8_t>(elements / vector);
  plan.options.threads = tuning::select_threads;
  plan.size = element_count(work.extents);
  plan.tiles = ceil_div(plan.size, tile);
  const std::ptrdiff_t resident = properties.multiprocessors * tuning::select_resident_blocks;
  plan.grid = static_cast<unsigned>(ahead ? std::min(plan.tiles, resident) : plan.tiles);
  plan.block[0] = tuning::select_threads;
  plan.shared_bytes = static_cast<unsigned>(ahead ? 2 * tile_bytes : tile_bytes);
  const long long slots =
      kernels::scan_slots(plan.tiles, kernels::select_radix(tuning::select_threads));
  const std::size_t status_bytes = plan.options.wide ? 16 : 8;  // 4 bytes of a count in each word
  plan.memory.zeroed_bytes =
      select_plan::tile_id_bytes + static_cast<std::size_t>(slots) * status_bytes;
  plan.space = std::move(space);
  subtract_origins(plan.space, work, work.outputs.size());
  return plan;
}

void write_arguments(argument_writer& out, const kernel& work, const select_plan& plan,
                     const select_places& places, std::byte* zeroed) {
  write(out, work, plan, plan.options.wide, places, zeroed);
}

}  // namespace gpu::execute
