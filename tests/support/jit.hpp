// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/jit/history.hpp>

#include <filesystem>
#include <string>

#include "jit/cache.hpp"
#include "jit/compiler.hpp"
#include "support/environment.hpp"

namespace gpu::test {

/// Whether this machine has NVRTC.
inline bool can_compile() {
  static const bool can = [] {
    try {
      (void)jit::compile({"k", "extern \"C\" __global__ void k() {}", {}, {}}, {9, 0});
      return true;
    } catch (const library_not_found&) {
      return false;
    }
  }();
  return can;
}

/// Skips the rest of a test on a machine without NVRTC.
#define GPU_REQUIRE_NVRTC() \
  if (!::gpu::test::can_compile()) GTEST_SKIP() << "this machine has no NVRTC"

/// An empty folder as the disk cache, and nothing cached in memory, for the time of a test.
class with_disk_cache : public ::testing::Test {
 protected:
  with_disk_cache()
      : folder_(make_folder()),
        variable_("GPU_NDARRAY_CACHE_DIR", (folder_ / "cache").string()),
        on_("GPU_NDARRAY_CACHE", std::nullopt) {
    forget_images();
    clear_kernel_history();
  }
  ~with_disk_cache() override {
    std::error_code ignored;
    std::filesystem::permissions(folder_, std::filesystem::perms::owner_all, ignored);
    std::filesystem::remove_all(folder_, ignored);
    forget_images();
  }

  [[nodiscard]] std::filesystem::path cache() const { return folder_ / "cache"; }

 private:
  static std::filesystem::path make_folder() {
    std::string pattern = ::testing::TempDir() + "/gpu-cache-XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) throw file_error(pattern);
    return pattern;
  }

  std::filesystem::path folder_;
  environment_guard variable_;
  environment_guard on_;
};

}  // namespace gpu::test
