// SPDX-License-Identifier: BSD-3-Clause
// Indices out of bounds that kernels meet: recorded by the kernel, thrown by the host.
#pragma once

#include <gpu/cuda/device.hpp>
#include <gpu/kernels/abi.hpp>

#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// What `graph::make_gather` takes as the report on a device. On a GPU the index_error is thrown by
/// the next call that waits for the device; on `cpu()` by the evaluation itself.
/// @throws out_of_memory, cuda_error
[[nodiscard]] graph::node_ptr index_report_on(device where);

/// Where a GPU finds that an index out of bounds has been reported there and not yet been thrown:
/// in its memory, not 0 if so. Null if nothing can report there, as on `cpu()`.
[[nodiscard]] const unsigned* reported_on(device where) noexcept;

/// Whether the kernel checks indices.
[[nodiscard]] bool checks_indices(const graph::kernel& work) noexcept;

/// Takes the reports of one kernel on `cpu()`.
class host_index_report {
 public:
  /// The kernel reports to this object, which must live while it runs.
  explicit host_index_report(graph::kernel& work);
  host_index_report(const host_index_report&) = delete;
  host_index_report& operator=(const host_index_report&) = delete;

  /// @throws index_error  "index 7 is out of bounds for axis 0 with size 3"
  void throw_if_any() const;

 private:
  kernels::bad_index found_{};
  kernels::index_report report_{&found_, 0};
};

}  // namespace gpu::execute
