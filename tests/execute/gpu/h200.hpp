// SPDX-License-Identifier: BSD-3-Clause
// The properties of a GPU for which plans are made where there is none.
#pragma once

#include <gpu/cuda/device_properties.hpp>

namespace gpu::execute::testing {

inline device_properties h200() {
  device_properties p;
  p.multiprocessors = 132;
  p.threads_per_multiprocessor = 2048;
  p.shared_bytes_per_block = 227 * 1024;
  p.shared_bytes_per_multiprocessor = 228 * 1024;
  return p;
}

}  // namespace gpu::execute::testing
