// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cub/first_elements.hpp"

#include <algorithm>

#include <gpu/cuda/memory_block.hpp>

#include "vendor/cub/element_order.hpp"
#include "vendor/cub/with_item.hpp"
#include "vendor/cub/with_launch.hpp"

namespace gpu::vendor {
namespace {

using cub_kernels::first_request;

/// So many warps are enough for a GPU, of whom each has a row.
constexpr std::ptrdiff_t min_rows = 4096;
/// Rows that are longer are cut if there are fewer; pieces are at least as long as half of that.
constexpr std::ptrdiff_t long_row = 8192;
/// Columns are counted in 31 bits, and a little more than the last one is counted.
constexpr std::ptrdiff_t max_piece = std::ptrdiff_t(1) << 30;

/// Cuts rows in pieces if they are long and few, or too long for one warp.
void cut(first_request& r) {
  const std::ptrdiff_t columns = r.rows.columns;
  std::ptrdiff_t pieces = (columns + max_piece - 1) / max_piece;
  if (r.rows.rows < min_rows && columns > long_row)
    pieces = std::max(pieces, std::min((columns + long_row / 2 - 1) / (long_row / 2),
                                       (2 * min_rows + r.rows.rows - 1) / r.rows.rows));
  r.piece_columns = (columns + pieces - 1) / pieces;
  r.pieces = (columns + r.piece_columns - 1) / r.piece_columns;
}

void launch(const first_request& request, stream_ref stream) {
  with_launch(stream, "select elements", [&] {
    return with_word(request.rows.order.bytes, [&]<class Bits>(std::type_identity<Bits>) {
      return cub_kernels::select_first<Bits>(stream.get(), request);
    });
  });
}

}  // namespace

bool selects_first(device where, std::ptrdiff_t count) {
  return where.is_gpu() && count <= cub_kernels::max_first;
}

void select_first(const short_rows& in, std::ptrdiff_t count, const first_elements_out& out,
                  bool descending, stream_ref stream) {
  if (in.rows == 0 || count == 0) return;
  first_request request{};
  request.rows = {in.in, order_of(in.type, descending, true), in.rows, in.columns};
  request.count = static_cast<int>(count);
  request.elements_in = in.in;
  request.element_columns = in.columns;
  request.element_bytes = request.rows.order.bytes;
  cut(request);
  const stream_guard home(stream);
  // What the pieces of a row select is selected from again; it is ordered by piece, then by rank,
  // so that equal elements are in the order of their positions.
  ref_ptr<memory_block> keys;
  ref_ptr<memory_block> positions;
  while (request.pieces > 1) {
    const bool is_wide = request.rows.order.bytes == 8;
    const std::ptrdiff_t columns = request.pieces * count;
    const auto selected = static_cast<std::size_t>(in.rows * columns);
    const ref_ptr<memory_block> new_keys =
        memory_block::allocate(stream.device(), selected * (is_wide ? 8 : 4));
    const ref_ptr<memory_block> new_positions =
        memory_block::allocate(stream.device(), selected * sizeof(std::int64_t));
    request.keys_out = new_keys->data();
    request.positions_out = static_cast<std::int64_t*>(new_positions->data());
    launch(request, stream);
    keys = new_keys;
    positions = new_positions;
    request.rows = {keys->data(), order_of(is_wide ? dtype::uint64 : dtype::uint32, false, true),
                    in.rows, columns};
    request.positions_in = static_cast<const std::int64_t*>(positions->data());
    cut(request);
  }
  request.keys_out = nullptr;
  request.positions_out = out.positions;
  request.elements_out = out.elements;
  launch(request, stream);
}

}  // namespace gpu::vendor
