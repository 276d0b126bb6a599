// SPDX-License-Identifier: BSD-3-Clause
// Runs of equal neighbours: of bits, so that elements of one size need one kernel.
#include <cub/device/device_run_length_encode.cuh>

#include "vendor/cub/cub.hpp"

namespace gpu::cub_kernels {

template <class Key>
int find_runs(workspace& work, const run_request& r) {
  return cub::DeviceRunLengthEncode::Encode(
      work.data, work.size_bytes, static_cast<const Key*>(r.in), static_cast<Key*>(r.values),
      r.lengths, r.runs, r.count, work.stream);
}

template int find_runs<std::uint8_t>(workspace&, const run_request&);
template int find_runs<std::uint16_t>(workspace&, const run_request&);
template int find_runs<std::uint32_t>(workspace&, const run_request&);
template int find_runs<std::uint64_t>(workspace&, const run_request&);

}  // namespace gpu::cub_kernels
