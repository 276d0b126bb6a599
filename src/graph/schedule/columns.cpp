// SPDX-License-Identifier: BSD-3-Clause
#include "graph/schedule/columns.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>

#include "graph/schedule/passes.hpp"

namespace gpu::graph {
namespace {

/// Bytes to read below which the launches of more kernels take longer than what they save.
constexpr std::ptrdiff_t min_pass_bytes = 1 << 20;

/// What an accumulator of a reduction takes at most; those that users write may be larger.
constexpr std::size_t max_accumulator_bytes = 32;
constexpr std::size_t max_user_accumulator_bytes = 64;

/// Bytes of a step side by side in a block, at least.
constexpr std::ptrdiff_t side_bytes = 64;
constexpr std::size_t max_inputs = 8;

/// Of the elements of a row, not those that are the same for all of it.
bool is_read_along_rows(const kernel_argument& argument, std::uint64_t reduced) {
  return element_bytes(argument) > 0 && varies_along_rows(argument.place, reduced);
}

/// What the accumulator of a reduction takes beside others.
std::size_t accumulator_bytes(const instruction& step) {
  if (!step.op->definition.empty()) return max_user_accumulator_bytes;
  const host_reduction* known = step.op->loops[static_cast<std::size_t>(step.loop)].reduces_on_host;
  if (known == nullptr || known->accumulator_bytes == 0) return max_accumulator_bytes;
  return (known->accumulator_bytes + 7) / 8 * 8;
}

}  // namespace

bool has_columns(const kernel& work) {
  const kernel_argument* leader = nullptr;
  for (const kernel_argument& argument : work.arguments)
    if (is_read_along_rows(argument, work.reduced_axes()) &&
        (leader == nullptr || bytes_read(argument) > bytes_read(*leader)))
      leader = &argument;
  if (leader == nullptr) return false;
  constexpr std::ptrdiff_t far = std::numeric_limits<std::ptrdiff_t>::max();
  std::ptrdiff_t along_rows = far;
  std::ptrdiff_t across_rows = far;
  const layout& place = leader->place;
  for (std::size_t axis = 0; axis < place.extents.size(); ++axis) {
    if (place.extents[axis] <= 1 || place.strides[axis] == 0) continue;
    std::ptrdiff_t& nearest = (work.reduced_axes() >> axis & 1) != 0 ? along_rows : across_rows;
    nearest = std::min(nearest, std::abs(place.strides[axis]));
  }
  return across_rows < along_rows;
}

int max_column_threads(const kernel& work) {
  const passes all(work);
  std::vector<std::size_t> bytes(static_cast<std::size_t>(all.reducing_passes()) + 1, 0);
  for (std::size_t i = 0; i < work.body.size(); ++i)
    if (work.body[i].reduces())
      bytes[all.of_instruction(i).pass] += accumulator_bytes(work.body[i]);
  const std::size_t most = std::max<std::size_t>(*std::max_element(bytes.begin(), bytes.end()), 1);
  const std::size_t threads =
      std::min<std::size_t>(column_accumulator_bytes / most, max_persistent_threads);
  return threads < 32 ? 0 : static_cast<int>(std::bit_floor(threads));
}

bool holds_columns(const kernel& work) {
  if (!has_columns(work)) return false;
  const passes all(work);
  std::size_t inputs = 0;
  for (std::size_t i = 0; i < work.arguments.size(); ++i)
    if (is_read_along_rows(work.arguments[i], work.reduced_axes()) && !all.is_late(i)) ++inputs;
  std::ptrdiff_t length = 1;
  for (std::size_t axis = 0; axis < work.extents.size(); ++axis)
    if ((work.reduced_axes() >> axis & 1) != 0) length *= work.extents[axis];
  return inputs <= max_inputs &&
         length * static_cast<std::ptrdiff_t>(std::bit_ceil(inputs)) * side_bytes <=
             max_column_threads(work) * persistent_column_bytes;
}

bool is_faster_by_passes(const kernel& work) {
  if (work.where.is_cpu()) return false;
  std::ptrdiff_t bytes = 0;
  for (const kernel_argument& argument : work.arguments)
    if (is_read_along_rows(argument, work.reduced_axes())) bytes += bytes_read(argument);
  return bytes >= min_pass_bytes && has_columns(work) && passes(work).needs_rows() &&
         !holds_columns(work);
}

}  // namespace gpu::graph
