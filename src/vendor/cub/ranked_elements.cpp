// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cub/ranked_elements.hpp"

#include <algorithm>

#include "vendor/cub/element_order.hpp"
#include "vendor/cub/with_workspace.hpp"

namespace gpu::vendor {
namespace {

using cub_kernels::ranks_request;

/// So many blocks keep a GPU busy.
constexpr std::ptrdiff_t enough_blocks = 1024;
/// Rows are cut if there are fewer; pieces are at least as long. A multiple of all vectors' widths.
constexpr std::ptrdiff_t min_piece = 8192;

void cut(ranks_request& r) {
  const std::ptrdiff_t columns = r.rows.columns;
  const std::ptrdiff_t pieces =
      std::clamp<std::ptrdiff_t>(enough_blocks / r.rows.rows, 1, (columns - 1) / min_piece + 1);
  r.piece_columns = ((columns - 1) / pieces / min_piece + 1) * min_piece;
  r.pieces = (columns - 1) / r.piece_columns + 1;
}

}  // namespace

bool selects_ranks(device where, std::ptrdiff_t columns, std::ptrdiff_t count) {
  return where.is_gpu() && !sorts_short_rows(where, columns) && columns >> 32 == 0 &&
         count <= cub_kernels::max_selected_ranks;
}

void select_ranks(const short_rows& in, const wanted_ranks& wanted, void* out, stream_ref stream) {
  if (in.rows == 0 || wanted.count == 0) return;
  ranks_request request{};
  request.rows = {in.in, order_of(in.type, false, false), in.rows, in.columns};
  request.ranks = wanted.ranks;
  request.ranks_step = wanted.is_by_row ? wanted.count : 0;
  request.wanted = static_cast<int>(wanted.count);
  request.out = out;
  cut(request);
  with_workspace(stream, "select elements by rank", [&](cub_kernels::workspace& work) {
    switch (request.rows.order.bytes) {
      case 1:
        return cub_kernels::select_ranks<std::uint8_t>(work, request);
      case 2:
        return cub_kernels::select_ranks<std::uint16_t>(work, request);
      case 4:
        return cub_kernels::select_ranks<std::uint32_t>(work, request);
      default:
        return cub_kernels::select_ranks<std::uint64_t>(work, request);
    }
  });
}

}  // namespace gpu::vendor
