// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdlib>
#include <filesystem>

#include "vendor/blas/blas.hpp"

namespace gpu::test {

/// Whether there is a BLAS to test with: `libblas.so.3`, or else one that the library finds.
/// To be asked before anything else opens a BLAS.
inline bool opens_a_blas() {
  static const bool opened = [] {
    if (std::getenv("GPU_NDARRAY_BLAS") != nullptr) return !vendor::blas_file().empty();
    for (const char* const folder :
         {"/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64"}) {
      const auto reference = std::filesystem::path(folder) / "libblas.so.3";
      if (!std::filesystem::exists(reference)) continue;
      ::setenv("GPU_NDARRAY_BLAS", reference.c_str(), 1);
      break;
    }
    const bool found = !vendor::blas_file().empty();
    ::unsetenv("GPU_NDARRAY_BLAS");
    return found;
  }();
  return opened;
}

}  // namespace gpu::test
