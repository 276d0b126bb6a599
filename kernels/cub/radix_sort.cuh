// SPDX-License-Identifier: BSD-3-Clause
// Sorts unsigned keys of one size, which have stood for elements of every type of that size since
// their order was mapped to that of unsigned integers. Each size is a file, compiled by itself.
#pragma once

#include <cub/device/device_radix_sort.cuh>

#include "vendor/cub/cub.hpp"

namespace gpu::cub_kernels {

template <class Key, class Payload>
int radix_sort_pairs(workspace& work, const sort_request& r) {
  return cub::DeviceRadixSort::SortPairs(
      work.data, work.size_bytes, static_cast<const Key*>(r.keys_in), static_cast<Key*>(r.keys_out),
      static_cast<const Payload*>(r.payload_in), static_cast<Payload*>(r.payload_out), r.count,
      r.first_bit, r.bits, work.stream);
}

template <class Key>
int radix_sort(workspace& work, const sort_request& r) {
  if (r.payload_out == nullptr)
    return cub::DeviceRadixSort::SortKeys(
        work.data, work.size_bytes, static_cast<const Key*>(r.keys_in),
        static_cast<Key*>(r.keys_out), r.count, r.first_bit, r.bits, work.stream);
  return r.payload_bytes == 4 ? radix_sort_pairs<Key, std::uint32_t>(work, r)
                              : radix_sort_pairs<Key, std::uint64_t>(work, r);
}

}  // namespace gpu::cub_kernels
