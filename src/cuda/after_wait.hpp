// SPDX-License-Identifier: BSD-3-Clause
// What happens when the host has waited for a device.
#pragma once

#include <atomic>

#include <gpu/cuda/device.hpp>

namespace gpu::detail {

/// Throws what kernels of the device have reported; null while none can.
inline constinit std::atomic<void (*)(device)> throw_reports{nullptr};

/// To be called after a wait that a user asked for.
inline void after_wait(device waited_for) {
  if (auto* const reports = throw_reports.load(std::memory_order_acquire)) reports(waited_for);
}

}  // namespace gpu::detail
