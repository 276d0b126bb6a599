// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <iosfwd>
#include <vector>

#include <gpu/kernels/abi.hpp>

namespace gpu::graph {

/// The hand-written loop that a kernel's body is put into: a file of its name in kernels/.
enum class skeleton : std::uint8_t {
  contiguous,
  rows,
  tiled,
  strided,
  table,
  reduce_inner,
  reduce_outer,
  persistent_rows,
  scan
};

/// Whether kernels of this kind have reductions.
[[nodiscard]] constexpr bool reduces(skeleton kind) noexcept {
  return kind >= skeleton::reduce_inner && kind <= skeleton::persistent_rows;
}

/// "contiguous", "rows", ...
std::ostream& operator<<(std::ostream& out, skeleton kind);

/// How a kernel walks its operands: with the kernel's signature, all that its text depends on.
/// What a skeleton has no parameter for is left alone.
struct variant {
  skeleton kind = skeleton::contiguous;
  bool wide = false;        ///< 64-bit indices
  bool tail = false;        ///< the last axis may end within an access
  std::uint8_t rank = 0;    ///< of the walk; rows: axes outside a row; tiled: outside a tile;
                            ///< reductions: kept axes beside the last axis
  std::uint8_t vector = 1;  ///< elements of one access
  std::uint8_t column = 1;  ///< tiled: of one access to a transposed operand
  std::uint8_t unroll = 1;  ///< accesses of a thread to each operand before it computes
  /// tiled: elements of a tile along the columns of what is transposed, and of what is written
  std::uint16_t tile_rows = 0;
  std::uint16_t tile_columns = 0;
  std::uint16_t threads = 256;    ///< of a block
  std::uint8_t reduced_rank = 0;  ///< reductions: reduced axes beside the last axis
  std::uint8_t rows = 1;          ///< reduce_inner: of a thread at once
  std::uint8_t held = 0;     ///< persistent_rows: chunks of a thread; 0 reads again in each pass
  std::uint8_t cluster = 1;  ///< persistent_rows: blocks that work on a row together
  bool along = false;        ///< scan: neighbours of a chunk are neighbours along the scanned axis
  std::uint8_t width = 1;    ///< scan: chunks of other lines that lie side by side
  std::uint16_t team = 1;    ///< scan: threads of one line
  kernels::carried carry = kernels::carried::nothing;  ///< scan: from tile to tile of a line
  bool arguments_in_memory = false;                    ///< reductions: they do not fit a launch
  /// Of the outputs, then of the arguments; empty if all are `unit`.
  std::vector<kernels::access> operands;

  friend bool operator==(const variant&, const variant&) = default;
};

}  // namespace gpu::graph
