// SPDX-License-Identifier: BSD-3-Clause
// Writes values to places; of a place that comes several times the last value stays, at the price
// of the places that come, not of the whole array: every value leaves its number at its place, the
// largest number is found there, and its value is written. Only those places are ever looked at, so
// that nothing need be initialised.
#include <cub/device/device_for.cuh>

#include "vendor/cub/cub.hpp"

namespace gpu::cub_kernels {
namespace {

template <class Index>
struct leave_number {
  const std::int64_t* positions;
  Index* last;

  __device__ void operator()(std::int64_t i) const { last[positions[i]] = static_cast<Index>(i); }
};

template <class Index>
struct keep_largest {
  const std::int64_t* positions;
  Index* last;

  /// A number that is read here only grows: the largest one never returns early.
  __device__ void operator()(std::int64_t i) const {
    // CUDA's atomics take no std::uint64_t where that is `unsigned long`.
    using word = std::conditional_t<sizeof(Index) == 4, unsigned, unsigned long long>;
    Index* const place = last + positions[i];
    if (*place < static_cast<Index>(i))
      atomicMax(reinterpret_cast<word*>(place), static_cast<word>(i));
  }
};

template <class Item, class Index>
struct write_value {
  const std::int64_t* positions;
  const Item* values;
  std::int64_t value_step;
  Item* out;
  const Index* last;

  __device__ void operator()(std::int64_t i) const {
    const std::int64_t position = positions[i];
    if (last == nullptr || last[position] == static_cast<Index>(i))
      out[position] = values[i * value_step];
  }
};

}  // namespace

template <class Item, class Index>
int scatter(stream_handle stream, const scatter_request& r) {
  auto* const last = static_cast<Index*>(r.last);
  if (last != nullptr) {
    if (const cudaError_t error =
            cub::DeviceFor::Bulk(r.count, leave_number<Index>{r.positions, last}, stream))
      return error;
    if (const cudaError_t error =
            cub::DeviceFor::Bulk(r.count, keep_largest<Index>{r.positions, last}, stream))
      return error;
  }
  return cub::DeviceFor::Bulk(
      r.count,
      write_value<Item, Index>{r.positions, static_cast<const Item*>(r.values), r.value_step,
                               static_cast<Item*>(r.out), last},
      stream);
}

template int scatter<std::uint8_t, std::uint32_t>(stream_handle, const scatter_request&);
template int scatter<std::uint8_t, std::uint64_t>(stream_handle, const scatter_request&);
template int scatter<std::uint16_t, std::uint32_t>(stream_handle, const scatter_request&);
template int scatter<std::uint16_t, std::uint64_t>(stream_handle, const scatter_request&);
template int scatter<std::uint32_t, std::uint32_t>(stream_handle, const scatter_request&);
template int scatter<std::uint32_t, std::uint64_t>(stream_handle, const scatter_request&);
template int scatter<std::uint64_t, std::uint32_t>(stream_handle, const scatter_request&);
template int scatter<std::uint64_t, std::uint64_t>(stream_handle, const scatter_request&);
template int scatter<wide_item, std::uint32_t>(stream_handle, const scatter_request&);
template int scatter<wide_item, std::uint64_t>(stream_handle, const scatter_request&);

}  // namespace gpu::cub_kernels
