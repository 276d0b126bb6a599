// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/cuda/device.hpp>

#include <cstddef>
#include <string>

namespace gpu {

/// What a device is. What a processor does not have is 0 or empty.
struct device_properties {
  std::string name;
  int major = 0;  ///< compute capability 9.0: `major` 9, `minor` 0
  int minor = 0;
  int multiprocessors = 0;
  int threads = 0;  ///< resident at once on a GPU; hardware threads of `cpu()`
  int threads_per_block = 0;
  int threads_per_multiprocessor = 0;
  std::size_t shared_bytes_per_block = 0;  ///< the most that a kernel may opt in to
  std::size_t shared_bytes_per_multiprocessor = 0;
  std::size_t l2_bytes = 0;
  std::size_t total_bytes = 0;  ///< of memory
  std::string pci_bus_id;
};

/// Asked of the driver once per device, then remembered: the reference stays valid.
///
/// @throws as `device::use`
[[nodiscard]] const device_properties& properties(device device);

/// Bytes of memory of a device, whoever uses them.
struct memory_figures {
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
};

[[nodiscard]] memory_figures memory_info(device device);

}  // namespace gpu
