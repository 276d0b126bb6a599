// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/reduce/splits.hpp"

#include <algorithm>

#include "core/ceil_div.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {

row_splits split_rows(const splits_request& request) {
  const auto& [steps, blocks, max_blocks, total_bytes, step_multiple, max_steps] = request;
  const row_splits none{1, std::max<std::ptrdiff_t>(steps, 1)};
  if (blocks > tuning::max_counters || blocks == 0) return none;
  const std::ptrdiff_t wanted =
      std::clamp<std::ptrdiff_t>(total_bytes / tuning::split_bytes, 1, max_blocks);
  const std::ptrdiff_t splits = std::clamp<std::ptrdiff_t>(
      std::max(ceil_div(wanted, blocks), ceil_div(steps, max_steps)), 1, tuning::max_splits);
  if (splits == 1) return none;
  const std::ptrdiff_t each = ceil_div(ceil_div(steps, splits), step_multiple) * step_multiple;
  return {std::max<std::ptrdiff_t>(ceil_div(steps, each), 1), each};
}

std::ptrdiff_t total_bytes(const reduction_loop& loop, const element_costs& costs) noexcept {
  return loop.kept * loop.reduced * loop.columns() * std::max<std::ptrdiff_t>(costs.bytes_read, 1);
}

}  // namespace gpu::execute
