// SPDX-License-Identifier: BSD-3-Clause
// CUB's device-wide algorithms as plain functions; kernels/cub/*.cu define them. Each enqueues on
// the request's stream and returns a `cudaError_t`. Without a workspace it only says how many bytes
// of one it needs.
#pragma once

#include <gpu/cuda/handles.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::cub_kernels {

/// False once the program's static objects end: then a call of what follows would crash.
[[nodiscard]] bool are_registered() noexcept;

/// Memory that an algorithm uses while it runs.
struct workspace {
  void* data = nullptr;
  std::size_t size_bytes = 0;
  stream_handle stream = nullptr;
};

/// Stable, ascending. `in` and `out` do not overlap.
struct sort_request {
  const void* keys_in;
  void* keys_out;
  const void* payload_in;  ///< null if there is none
  void* payload_out;
  int payload_bytes;  ///< of one: 4 or 8
  std::int64_t count;
  int bits;              ///< only so many low bits of the keys are looked at
  std::int64_t columns;  ///< of `sort_rows`: each row of so many is sorted by itself
  bool may_wait = true;  ///< if not, `sort_rows` takes at most 2^31 - 1 elements
  int first_bit = 0;     ///< of `radix_sort`: those below are not looked at
};

/// Key: std::uint32_t, std::uint64_t.
template <class Key>
[[nodiscard]] int radix_sort(workspace& work, const sort_request& request);
/// The same keys. Payloads of 4 bytes only.
template <class Key>
[[nodiscard]] int sort_rows(workspace& work, const sort_request& request);

/// How the bits of real elements are read as unsigned integers that are ordered as they are, those
/// of gpu/elementwise/support/sort_key.hpp: what that header knows at compile time, in numbers.
struct element_order {
  int bytes;             ///< of an element: 1, 2, 4 or 8
  bool descending;       ///< the largest come first
  bool zeros_are_equal;  ///< else -0 comes before 0
  bool is_floating;
  std::uint64_t sign;      ///< the bit that is set in negative elements; 0: there is none
  std::uint64_t infinity;  ///< of floats
  std::uint64_t nan;       ///< of floats: what every nan becomes
};

/// Rows of a matrix in C order.
struct rows_request {
  const void* in;
  element_order order;
  std::int64_t rows;
  std::int64_t columns;
};

/// The longest row that a block sorts in its shared memory.
inline constexpr std::int64_t max_short_row = 4096;

/// Sorts rows of at most `max_short_row` elements, stably: to `out` the elements.
/// Key: std::uint32_t for elements of up to 4 bytes, std::uint64_t.
template <class Key>
[[nodiscard]] int sort_short_rows(stream_handle stream, const rows_request& request, void* out);
/// To `out` their positions in the row, of 4 or 8 bytes.
template <class Key>
[[nodiscard]] int order_short_rows(stream_handle stream, const rows_request& request, void* out,
                                   int position_bytes);

/// Selects the first `count` of each piece of a row, in the order of the elements; of equal ones
/// those that lie before.
struct first_request {
  rows_request rows;
  std::int64_t pieces;               ///< of a row
  std::int64_t piece_columns;        ///< of all pieces but the last; less than 2^31
  int count;                         ///< at most `max_first`; the last piece may have fewer
  const std::int64_t* positions_in;  ///< those of the elements; null: where they are in the row
  void* keys_out;                    ///< keys of (rows, pieces, count); null: not wanted
  std::int64_t* positions_out;       ///< of the same extents
  const void* elements_in;           ///< where all elements are, rows of `element_columns`
  std::int64_t element_columns;
  int element_bytes;
  void* elements_out;  ///< (rows, count), of whole rows: those at the positions; null: not wanted
};
inline constexpr int max_first = 64;

/// Bits: an unsigned integer of the elements' size. Keys are std::uint32_t, or std::uint64_t for
/// elements of 8 bytes; those of the places behind the last element are the largest.
template <class Bits>
[[nodiscard]] int select_first(stream_handle stream, const first_request& request);

/// Selects the elements that sorting each row would put at some ranks.
struct ranks_request {
  rows_request rows;           ///< of fewer than 2^32 columns
  const std::int64_t* ranks;   ///< on the device: cut to those that there are
  std::int64_t ranks_step;     ///< from those of a row to those of the next; 0: they are the same
  int wanted;                  ///< ranks of a row: at most `max_selected_ranks`
  std::int64_t pieces;         ///< of a row, each for a block
  std::int64_t piece_columns;  ///< of all pieces but the last
  void* out;                   ///< elements of (rows, wanted)
};
/// What a block counts at once, and how many digits of 8 bits that are.
inline constexpr int max_rank_counts = 8192;
inline constexpr int max_selected_ranks = max_rank_counts / 256;

/// Bits: an unsigned integer of the elements' size.
template <class Bits>
[[nodiscard]] int select_ranks(workspace& work, const ranks_request& request);

/// Where in each row the elements are that sorting it stably would put first: positions ascend.
struct positions_request {
  rows_request rows;           ///< of fewer than 2^31 columns; zeros are equal
  const void* last;            ///< elements of (rows): the last one of them
  std::int64_t count;          ///< of them in a row
  std::int64_t pieces;         ///< of a row, each for a warp
  std::int64_t piece_columns;  ///< of all pieces but the last
  std::int64_t* out;           ///< (rows, count)
};
/// Bits: an unsigned integer of the elements' size.
template <class Bits>
[[nodiscard]] int first_positions(workspace& work, const positions_request& request);

/// 16 bytes.
struct alignas(16) wide_item {
  std::uint64_t words[2];
};

struct select_request {
  const void* in;
  void* out;
  std::int64_t* selected;  ///< on the device: how many there are
  std::int64_t count;
};

/// The first of each run of equal keys. Key: std::uint32_t, std::uint64_t.
template <class Key>
[[nodiscard]] int select_unique(workspace& work, const select_request& request);

/// Values to be written to places, given one by one.
struct scatter_request {
  const std::int64_t* positions;
  const void* values;
  std::int64_t value_step;  ///< 0: one value for all places
  void* out;
  void*
      last;  ///< for each element of `out` an Index, not initialised; null if no place comes twice
  std::int64_t count;
};

/// Of a place that comes several times the last value stays. Item: unsigned integers, `wide_item`;
/// Index, of the values: std::uint32_t, std::uint64_t.
template <class Item, class Index>
[[nodiscard]] int scatter(stream_handle stream, const scatter_request& request);

}  // namespace gpu::cub_kernels
