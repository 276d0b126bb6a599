// SPDX-License-Identifier: BSD-3-Clause
// expect: deleted
// expect: gpu::device_guard
#include <gpu/cuda/device.hpp>

#include <utility>

int main() {
  gpu::device_guard scope{gpu::cpu()};
  gpu::device_guard second = std::move(scope);
}
