// SPDX-License-Identifier: BSD-3-Clause
// Keeps the elements whose flag is set, in order: elements of one size, of whatever type.
#include <thrust/iterator/counting_iterator.h>
#include <cub/device/device_select.cuh>

#include "vendor/cub/cub.hpp"

namespace gpu::cub_kernels {

template <class Item>
int select_flagged(workspace& work, const select_request& r) {
  return cub::DeviceSelect::Flagged(work.data, work.size_bytes, static_cast<const Item*>(r.in),
                                    r.flags, static_cast<Item*>(r.out), r.selected, r.count,
                                    work.stream);
}

/// Of no elements: the positions.
template <>
int select_flagged<void>(workspace& work, const select_request& r) {
  return cub::DeviceSelect::Flagged(
      work.data, work.size_bytes, thrust::counting_iterator<std::int64_t>(0), r.flags,
      static_cast<std::int64_t*>(r.out), r.selected, r.count, work.stream);
}

template int select_flagged<std::uint8_t>(workspace&, const select_request&);
template int select_flagged<std::uint16_t>(workspace&, const select_request&);
template int select_flagged<std::uint32_t>(workspace&, const select_request&);
template int select_flagged<std::uint64_t>(workspace&, const select_request&);
template int select_flagged<wide_item>(workspace&, const select_request&);

}  // namespace gpu::cub_kernels
