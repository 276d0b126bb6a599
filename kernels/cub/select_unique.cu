// SPDX-License-Identifier: BSD-3-Clause
// Keeps the first of each run of equal keys.
#include <cub/device/device_select.cuh>

#include "vendor/cub/cub.hpp"

namespace gpu::cub_kernels {

template <class Key>
int select_unique(workspace& work, const select_request& r) {
  return cub::DeviceSelect::Unique(work.data, work.size_bytes, static_cast<const Key*>(r.in),
                                   static_cast<Key*>(r.out), r.selected, r.count, work.stream);
}

template int select_unique<std::uint32_t>(workspace&, const select_request&);
template int select_unique<std::uint64_t>(workspace&, const select_request&);

}  // namespace gpu::cub_kernels
