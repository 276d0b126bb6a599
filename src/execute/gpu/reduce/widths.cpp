// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/reduce/widths.hpp"

#include <algorithm>

#include <gpu/kernels/primitives/run_index.hpp>

#include "core/ceil_div.hpp"
#include "execute/gpu/map/plan.hpp"
#include "execute/gpu/reduce/shape.hpp"
#include "execute/gpu/tuning.hpp"
#include "graph/schedule/scanned_rows.hpp"

namespace gpu::execute {

using kernels::access;

namespace {

/// Whether an op shares work between neighbours: of indices alone, which count the elements of rows
/// that begin at multiples of a run.
bool may_have_runs(const graph::kernel& work, const reduction_loop& loop,
                   const element_costs& costs) {
  if (!loop.form.has_runs || costs.inputs > 0) return false;
  if (loop.columns() < kernels::run_alignment || !has_runs(work)) return false;
  const iteration& space = loop.space;
  for (std::size_t i = 0; i < work.arguments.size(); ++i) {
    if (work.arguments[i].kind != graph::operand_kind::affine) continue;
    const std::size_t operand = work.outputs.size() + i;
    if (space.strides[operand].back() != 1) return false;
    if (space.offsets[operand] % kernels::run_alignment != 0) return false;
    for (std::size_t axis = 0; axis + 1 < space.rank(); ++axis)
      if (space.strides[operand][axis] % kernels::run_alignment != 0) return false;
  }
  return true;
}

/// Of the body, which is written out for each element of each pair that a thread has.
std::size_t pair_instructions(const element_costs& costs, int vector) {
  return static_cast<std::size_t>(tuning::pair_rows * tuning::pair_columns * vector) *
         costs.instructions;
}

/// Whether neighbours along the last axis are read together at places that are computed. Each is
/// read by itself, so that they are best those of neighbouring threads.
bool gathers_neighbours(const reduction_loop& loop, std::span<const reduction_operand> operands) {
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (operands[i].gathered_bytes > 0 && loop.space.strides[i].back() == 1) return true;
  return false;
}

/// Rows of elements that are narrower than this begin at whole vectors, each read by one access, if
/// vectors need not become narrower than this.
constexpr std::ptrdiff_t narrow_bytes = 4;

int choose_vector(const graph::kernel& work, std::span<const reduction_operand> operands,
                  const reduction_loop& loop, const element_costs& costs) {
  if (may_have_runs(work, loop, costs)) return kernels::run_alignment;
  if (gathers_neighbours(loop, operands)) return 1;
  int vector = costs.inputs + costs.late == 0
                   ? 2
                   : max_vector_width(work, static_cast<int>(costs.widest_bytes));
  if (loop.form.has_columns)
    while (vector > 1 && vector * costs.reductions > tuning::max_accumulators) vector /= 2;
  if (loop.form.has_pairs)
    while (vector > 1 && pair_instructions(costs, vector) > tuning::max_pair_instructions)
      vector /= 2;
  while (vector > 1 && vector / 2 >= loop.columns()) vector /= 2;
  if (loop.form.has_columns && costs.widest_bytes < narrow_bytes)
    while (loop.columns() % vector != 0 && vector * costs.widest_bytes > narrow_bytes) vector /= 2;
  if (work.scans_rows())
    while (vector > graph::scanned_elements(work)) vector /= 2;
  if (loop.form.needs_whole_vectors(loop))
    while (loop.columns() % vector != 0) vector /= 2;
  return vector;
}

/// Whether memory is aligned to a vector wherever one of operand `i` begins.
bool is_aligned(const reduction_operand& operand, const iteration& space, std::size_t i,
                int vector) {
  const std::ptrdiff_t wanted =
      std::min<std::ptrdiff_t>(vector * operand.bytes, tuning::access_bytes);
  const std::uintptr_t first = operand.base + static_cast<std::uintptr_t>(space.offsets[i]) *
                                                  static_cast<std::uintptr_t>(operand.bytes);
  if (first % static_cast<std::uintptr_t>(wanted) != 0) return false;
  for (std::size_t axis = 0; axis + 1 < space.rank(); ++axis)
    if (space.strides[i][axis] * operand.bytes % wanted != 0) return false;
  return true;
}

int choose_unroll(const reduction_loop& loop, const element_costs& costs, int vector) {
  if (loop.form.has_pairs) return 1;
  int unroll = costs.inputs <= 2 ? 4 : costs.inputs <= 4 ? 2 : 1;
  if (loop.form.unrolls_reduced_axes) {
    unroll *= 2;
    while (unroll > std::max<std::ptrdiff_t>(loop.reduced, 1)) unroll /= 2;
  }
  const std::size_t each = static_cast<std::size_t>(vector) * costs.instructions;
  while (unroll > 1 && static_cast<std::size_t>(unroll) * each > tuning::max_instructions)
    unroll /= 2;
  return unroll;
}

std::ptrdiff_t bytes_of_whole_vectors(std::span<const reduction_operand> operands,
                                      const reduction_loop& loop, int vector) {
  std::ptrdiff_t bytes = 0;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const reduction_operand& one = operands[i];
    if (one.per_row || one.is_output || one.is_late || one.bytes == 0) continue;
    if (access_of(one, loop, i, vector) != access::unit || vector * one.bytes < 4) return 0;
    bytes += vector * one.bytes;
  }
  return bytes;
}

}  // namespace

access access_of(const reduction_operand& operand, const reduction_loop& loop, std::size_t i,
                 int vector) {
  if (operand.per_row && !(operand.is_output && loop.form.has_columns)) return access::strided;
  const std::ptrdiff_t step = loop.space.strides[i].back();
  if (step == 0 && !operand.is_output) return access::zero;
  const bool is_vector =
      step == 1 && (operand.bytes == 0 || is_aligned(operand, loop.space, i, vector));
  return is_vector ? access::unit : access::strided;
}

access_widths choose_widths(const graph::kernel& work, std::span<const reduction_operand> operands,
                            const reduction_loop& loop, const element_costs& costs) {
  const int vector = choose_vector(work, operands, loop, costs);
  return {vector,
          choose_unroll(loop, costs, vector),
          std::max<std::ptrdiff_t>(ceil_div(loop.columns(), vector), 1),
          loop.columns() % vector != 0,
          may_have_runs(work, loop, costs),
          bytes_of_whole_vectors(operands, loop, vector)};
}

}  // namespace gpu::execute
