// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <gpu/cuda/device.hpp>

#include <ostream>
#include <vector>

/// Skips the rest of a test on a machine without a GPU.
#define GPU_REQUIRE_DEVICE() \
  if (::gpu::num_gpus() == 0) GTEST_SKIP() << "this machine has no GPU"

/// Skips the rest of a test on a machine with fewer GPUs.
#define GPU_REQUIRE_DEVICES(count) \
  if (::gpu::num_gpus() < (count)) GTEST_SKIP() << "this machine has fewer than " #count " GPUs"

namespace gpu::test {

/// `cpu()`, and the first GPU: the parameter of tests that run on both.
inline std::vector<device> cpu_and_gpu() {
  return {cpu(), gpu::gpu(0)};
}

/// "cpu0", "gpu0": ends the test's name.
inline std::string device_name(const testing::TestParamInfo<device>& info) {
  return (info.param.is_cpu() ? "cpu" : "gpu") + std::to_string(info.param.index());
}

/// A fixture whose parameter is a device, which is current during the test, and already when the
/// members of what derives from it are made; skips if it is missing.
class on_device : public testing::TestWithParam<device> {
 protected:
  on_device() : before_(current_device()) {
    if (is_there()) GetParam().use();
  }
  ~on_device() override { before_.use(); }
  void SetUp() override {
    if (!is_there()) GTEST_SKIP() << "this machine has no " << GetParam();
  }

 private:
  static bool is_there() { return GetParam().is_cpu() || GetParam().index() < num_gpus(); }

  device before_;
};

}  // namespace gpu::test
