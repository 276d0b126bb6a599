// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cub/ranked_elements.hpp"

#include <algorithm>

#include "vendor/cub/element_order.hpp"
#include "vendor/cub/with_item.hpp"
#include "vendor/cub/with_workspace.hpp"

namespace gpu::vendor {
namespace {

using cub_kernels::positions_request;
using cub_kernels::ranks_request;

/// So many blocks, or warps, keep a GPU busy.
constexpr std::ptrdiff_t min_blocks = 1024;
constexpr std::ptrdiff_t min_warps = 8192;
/// Rows are split if there are fewer; pieces are at least as long. Multiples of all vectors'
/// widths.
constexpr std::ptrdiff_t min_piece_of_block = 8192;
constexpr std::ptrdiff_t min_piece_of_warp = 2048;

/// @param min_count  so many pieces of all rows
template <class Request>
void split_rows(Request& r, std::ptrdiff_t min_count, std::ptrdiff_t min_piece) {
  const std::ptrdiff_t columns = r.rows.columns;
  const std::ptrdiff_t pieces =
      std::clamp<std::ptrdiff_t>(min_count / r.rows.rows, 1, (columns - 1) / min_piece + 1);
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
  split_rows(request, min_blocks, min_piece_of_block);
  with_workspace(stream, "select elements by rank", [&](cub_kernels::workspace& work) {
    return with_word(request.rows.order.bytes, [&]<class Bits>(std::type_identity<Bits>) {
      return cub_kernels::select_ranks<Bits>(work, request);
    });
  });
}

void first_positions(const short_rows& in, const void* last, std::ptrdiff_t count, bool descending,
                     std::int64_t* out, stream_ref stream) {
  if (in.rows == 0 || count == 0) return;
  positions_request request{};
  request.rows = {in.in, order_of(in.type, descending, true), in.rows, in.columns};
  request.last = last;
  request.count = count;
  request.out = out;
  split_rows(request, min_warps, min_piece_of_warp);
  with_workspace(stream, "find elements that come first", [&](cub_kernels::workspace& work) {
    return with_word(request.rows.order.bytes, [&]<class Bits>(std::type_identity<Bits>) {
      return cub_kernels::first_positions<Bits>(work, request);
    });
  });
}

}  // namespace gpu::vendor
