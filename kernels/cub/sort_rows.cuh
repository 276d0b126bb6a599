// SPDX-License-Identifier: BSD-3-Clause
// Sorts the rows of a matrix of unsigned keys of one size, each by itself. CUB's segmented sort is
// the faster one, but waits to learn how many rows it sorts by which kernel.
#pragma once

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <cub/device/device_segmented_radix_sort.cuh>
#include <cub/device/device_segmented_sort.cuh>

#include "vendor/cub/cub.hpp"

namespace gpu::cub_kernels {

/// Where a row begins.
struct row_begin {
  std::int64_t columns;
  __host__ __device__ std::int64_t operator()(std::int64_t row) const { return row * columns; }
};

template <class Key>
int sort_rows(workspace& work, const sort_request& r) {
  const auto begin = thrust::make_transform_iterator(thrust::counting_iterator<std::int64_t>(0),
                                                     row_begin{r.columns});
  const std::int64_t rows = r.count / r.columns;
  const auto* keys_in = static_cast<const Key*>(r.keys_in);
  auto* keys_out = static_cast<Key*>(r.keys_out);
  if (!r.may_wait) {
    const auto count = static_cast<int>(r.count);
    const auto segments = static_cast<int>(rows);
    if (r.payload_out == nullptr)
      return cub::DeviceSegmentedRadixSort::SortKeys(work.data, work.size_bytes, keys_in, keys_out,
                                                     count, segments, begin, begin + 1, 0, r.bits,
                                                     work.stream);
    return cub::DeviceSegmentedRadixSort::SortPairs(
        work.data, work.size_bytes, keys_in, keys_out,
        static_cast<const std::uint32_t*>(r.payload_in), static_cast<std::uint32_t*>(r.payload_out),
        count, segments, begin, begin + 1, 0, r.bits, work.stream);
  }
  if (r.payload_out == nullptr)
    return cub::DeviceSegmentedSort::StableSortKeys(work.data, work.size_bytes, keys_in, keys_out,
                                                    r.count, rows, begin, begin + 1, work.stream);
  return cub::DeviceSegmentedSort::StableSortPairs(work.data, work.size_bytes, keys_in, keys_out,
                                                   static_cast<const std::uint32_t*>(r.payload_in),
                                                   static_cast<std::uint32_t*>(r.payload_out),
                                                   r.count, rows, begin, begin + 1, work.stream);
}

}  // namespace gpu::cub_kernels
