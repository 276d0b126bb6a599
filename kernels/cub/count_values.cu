// SPDX-License-Identifier: BSD-3-Clause
// How often each of the values 0 ... values - 1 occurs.
#include <cub/device/device_histogram.cuh>

#include "vendor/cub/cub.hpp"

namespace gpu::cub_kernels {

int count_values(workspace& work, const count_request& r) {
  auto* counts = reinterpret_cast<unsigned long long*>(r.counts);
  return cub::DeviceHistogram::HistogramEven(work.data, work.size_bytes, r.in, counts, r.values + 1,
                                             std::int32_t{0}, r.values, r.count, work.stream);
}

}  // namespace gpu::cub_kernels
