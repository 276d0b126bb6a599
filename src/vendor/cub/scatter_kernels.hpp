// SPDX-License-Identifier: BSD-3-Clause
// What kernels/cub/ordered_scatter.cu and grouped_scatter.cu define. Functions of a stream enqueue
// kernels there and return a `cudaError_t`.
#pragma once

#include <cstdint>

#include "vendor/cub/cub.hpp"

namespace gpu::cub_kernels {

/// Whether positions come in order.
struct order_request {
  const std::uint32_t* positions;
  std::int64_t count;
  /// On the device: not 0 if a position is none, which counts as disorder; null: all are.
  const unsigned* has_bad_position;
  unsigned*
      is_unordered;  ///< on the device, 0 before: becomes 1 if a position is less than the last
  unsigned* seen_by_host;  ///< the same, in memory of the host
};
[[nodiscard]] int check_order(stream_handle stream, const order_request& request);

/// Values to be written to positions that come in order.
struct ordered_write_request {
  const std::uint32_t* positions;
  const void* payload;  ///< for each position
  const void* values;   ///< those whose numbers the payload is; else not looked at
  void* out;
  std::int64_t count;
  const unsigned* is_unordered;  ///< on the device: if not 0, nothing is written; null: it is 0
};
/// Of equal positions, which are neighbours, the last one's value is written. A payload of the
/// item's size is the value. Items of 1 and 2 bytes may come as std::uint32_t; for `wide_item` a
/// payload of 4 bytes is the number of the value.
/// Item: unsigned integers, `wide_item`; Payload: Item, or std::uint32_t.
template <class Item, class Payload>
[[nodiscard]] int write_ordered(stream_handle stream, const ordered_write_request& request);

/// One value, which `values` points to, for all positions, in whatever order.
template <class Item>
[[nodiscard]] int write_one(stream_handle stream, const ordered_write_request& request);

/// Payloads of 4 bytes. Item: std::uint8_t, std::uint16_t; void for the numbers from 0 on.
template <class Item>
[[nodiscard]] int widen(stream_handle stream, const void* in, std::uint32_t* out,
                        std::int64_t count);

/// Values to be written to positions that are sorted, stably, by all but their lowest bits.
struct grouped_write_request {
  const std::uint32_t* positions;
  const void* payload;  ///< as of `ordered_write_request`
  const void* values;
  void* out;
  std::int64_t count;
  int bits;                   ///< the lowest bits, from 0 to 6
  unsigned long long* heads;  ///< a workspace of so many elements as `count_heads` says
};
[[nodiscard]] std::int64_t count_heads(std::int64_t count);

/// Of equal positions the last one's value is written. Item, Payload: as in `write_ordered`, but no
/// payload of less than 4 bytes.
template <class Item, class Payload>
[[nodiscard]] int write_grouped(stream_handle stream, const grouped_write_request& request);

}  // namespace gpu::cub_kernels
