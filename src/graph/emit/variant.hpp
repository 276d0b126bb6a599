// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/kernels/abi.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace gpu::graph {

/// The skeletons: hand-written loops that a kernel's body is put into, each a file of its name in
/// kernels/skeletons/. The members of each are the template parameters that no other one has.
namespace skeletons {

struct contiguous {
  static constexpr std::string_view name = "contiguous";
  bool runs = false;  ///< a thread's elements are neighbours, and indices say which: `run_index`
  friend bool operator==(const contiguous&, const contiguous&) = default;
};

struct rows {
  static constexpr std::string_view name = "rows";
  friend bool operator==(const rows&, const rows&) = default;
};

struct tiled {
  static constexpr std::string_view name = "tiled";
  std::uint16_t tile_rows = 0;     ///< elements along the columns of what is transposed
  std::uint16_t tile_columns = 0;  ///< elements along the columns of what is written
  std::uint16_t column = 1;        ///< elements of one access to a transposed operand
  friend bool operator==(const tiled&, const tiled&) = default;
};

struct strided {
  static constexpr std::string_view name = "strided";
  friend bool operator==(const strided&, const strided&) = default;
};

/// How `interleaved` accesses one operand.
struct interleaved_operand {
  std::uint8_t width = 1;   ///< elements of one access; 0: one that is not aligned to its size
  std::uint8_t period = 0;  ///< packed: elements of an item, side by side; else 0
  std::uint8_t first = 0;   ///< packed: that of channel 0, among those of an item
  std::int8_t step = 0;     ///< packed: from channel to channel
  std::uint8_t holder = 0;  ///< packed: the operand that has the elements in registers
  bool varies = false;      ///< channels have elements of their own
  friend bool operator==(const interleaved_operand&, const interleaved_operand&) = default;
};

struct interleaved {
  static constexpr std::string_view name = "interleaved";
  std::uint8_t channels = 1;
  bool spare = false;                         ///< the last item is not accessed in a vector
  std::vector<interleaved_operand> operands;  ///< outputs, then arguments
  friend bool operator==(const interleaved&, const interleaved&) = default;
};

struct table {
  static constexpr std::string_view name = "table";
  friend bool operator==(const table&, const table&) = default;
};

/// What all that reduce have.
struct reduction {
  std::uint8_t reduced_rank = 0;  ///< reduced axes beside the last axis
  bool runs = false;              ///< as that of `contiguous`, of the elements of an access
  friend bool operator==(const reduction&, const reduction&) = default;
};

struct reduce_inner : reduction {
  static constexpr std::string_view name = "reduce_inner";
  std::uint8_t rows = 1;  ///< of a thread at once
  friend bool operator==(const reduce_inner&, const reduce_inner&) = default;
};

struct reduce_outer : reduction {
  static constexpr std::string_view name = "reduce_outer";
  friend bool operator==(const reduce_outer&, const reduce_outer&) = default;
};

struct reduce_pairs : reduction {
  static constexpr std::string_view name = "reduce_pairs";
  std::uint16_t rows = 1;     ///< of a thread
  std::uint32_t columns = 1;  ///< of a thread
  /// Operands that depend on the column and not on the row, those of rows that depend on both, and
  /// those that depend on neither: a bit for each, outputs first.
  std::uint64_t by_column = 0;
  std::uint64_t by_pair = 0;
  std::uint64_t by_none = 0;
  friend bool operator==(const reduce_pairs&, const reduce_pairs&) = default;
};

struct persistent_rows : reduction {
  static constexpr std::string_view name = "persistent_rows";
  std::uint8_t items_per_thread = 0;  ///< vectors of a row; 0 reads again in each pass
  std::uint8_t cluster = 1;           ///< blocks that work on a row together
  friend bool operator==(const persistent_rows&, const persistent_rows&) = default;
};

struct persistent_columns : reduction {
  static constexpr std::string_view name = "persistent_columns";
  std::uint8_t items_per_thread = 1;  ///< vectors of a column
  friend bool operator==(const persistent_columns&, const persistent_columns&) = default;
};

struct scan {
  static constexpr std::string_view name = "scan";
  std::uint16_t team = 1;   ///< threads of one segment
  std::uint16_t width = 1;  ///< vectors of other segments that lie side by side
  bool along = false;       ///< neighbours in a vector are neighbours along the scanned axis
  kernels::carried carry = kernels::carried::nothing;  ///< from tile to tile of a segment
  friend bool operator==(const scan&, const scan&) = default;
};

/// What it computes is the bins' numbers of the elements that a kernel's one output would have.
struct histogram {
  static constexpr std::string_view name = "histogram";
  static constexpr std::string_view suffix = "_histogram";  ///< of its kernels' names
  kernels::binning bins = kernels::binning::number;
  bool wide_bins = false;     ///< uniform: numbers of bins are computed in float64
  bool shared_edges = false;  ///< edges are copied to shared memory
  std::uint8_t copies = 1;    ///< of the counts in shared memory; 0: there are none
  /// Of sums of weights, which are a second output: float32 or float64. 0: elements are counted.
  std::uint8_t limbs = 0;
  friend bool operator==(const histogram&, const histogram&) = default;
};

/// Of a kernel's outputs the first is a mask, the second what is selected; without that positions
/// are.
struct select {
  static constexpr std::string_view name = "select";
  static constexpr std::string_view suffix = "_select";  ///< of its kernels' names
  friend bool operator==(const select&, const select&) = default;
};

using any =
    std::variant<contiguous, rows, tiled, strided, table, reduce_inner, reduce_outer, reduce_pairs,
                 persistent_rows, persistent_columns, scan, histogram, select, interleaved>;

}  // namespace skeletons

/// What every skeleton has, though some leave it alone.
struct common_parameters {
  bool wide = false;                 ///< 64-bit indices
  bool tail = false;                 ///< the last axis may end within an access
  bool arguments_in_memory = false;  ///< they do not fit a launch
  std::uint8_t rank = 0;    ///< of the iteration space; rows: axes outside a row; tiled: outside a
                            ///< tile; interleaved: outside items and channels; reductions: kept
                            ///< axes beside the last axis
  std::uint8_t vector = 1;  ///< elements of one access
  std::uint8_t unroll = 1;  ///< accesses of a thread to each operand before it computes
  std::uint16_t threads = 256;  ///< of a block

  friend bool operator==(const common_parameters&, const common_parameters&) = default;
};

/// What kernels/primitives/span.cuh is told of an operand whose neighbours lie side by side.
struct span_access {
  std::uint8_t span = 0;   ///< the operand whose span it is part of; its own number if none other's
  std::uint8_t shift = 0;  ///< elements behind those of that operand
  std::uint8_t more = 0;   ///< elements of its own span behind those of a thread
  std::uint8_t grain = 1;
  std::uint8_t phase = 0;
  friend bool operator==(const span_access&, const span_access&) = default;
};

/// How a kernel accesses its operands: with the kernel's signature, all that its text depends on.
struct variant : common_parameters {
  skeletons::any skeleton;
  /// Of the outputs, then of the arguments; empty if all are `unit`.
  std::vector<kernels::access> operands;
  /// rows: of each operand; empty if no two of them are one array, seen a few columns apart.
  std::vector<span_access> spans;

  /// The skeleton's name, which is its file's: "contiguous".
  [[nodiscard]] std::string_view name() const noexcept {
    return std::visit([](const auto& parameters) { return parameters.name; }, skeleton);
  }
  template <class Skeleton>
  [[nodiscard]] bool is() const noexcept {
    return std::holds_alternative<Skeleton>(skeleton);
  }
  /// The parameters of a skeleton that this variant is of.
  template <class Skeleton>
  [[nodiscard]] const Skeleton& as() const {
    return std::get<Skeleton>(skeleton);
  }
  template <class Skeleton>
  [[nodiscard]] Skeleton& as() {
    return std::get<Skeleton>(skeleton);
  }
  /// What all that reduce have; null if this one does not.
  [[nodiscard]] const skeletons::reduction* reduction() const noexcept {
    return std::visit(
        []<class S>(const S& parameters) -> const skeletons::reduction* {
          if constexpr (std::derived_from<S, skeletons::reduction>) return &parameters;
          return nullptr;
        },
        skeleton);
  }

  /// How an operand is accessed; the outputs come first.
  [[nodiscard]] kernels::access access_of(std::size_t operand) const noexcept {
    return operands.empty() ? kernels::access::unit : operands[operand];
  }

  /// Appends all of it, so that equal words are equal variants.
  void append_key(std::vector<std::uint32_t>& words) const;

  friend bool operator==(const variant&, const variant&) = default;
};

}  // namespace gpu::graph
