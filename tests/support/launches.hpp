// SPDX-License-Identifier: BSD-3-Clause
// Tests that count the kernels of what they compute.
#pragma once

#include <cstdint>

#include <gpu/cuda/module.hpp>

#include "support/device.hpp"

namespace gpu::test {

class counts_launches : public on_device {
 protected:
  /// Kernels that `act` launches; those of `cpu()` are not counted.
  template <class Act>
  void expect_launches(std::uint64_t count, const Act& act) {
    const std::uint64_t before = launches();
    act();
    EXPECT_EQ(launches() - before, GetParam().is_gpu() ? count : 0);
  }
};

}  // namespace gpu::test
