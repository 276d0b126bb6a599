// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cufft/cufft.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include <gpu/core/error.hpp>

#include "support/environment.hpp"

namespace gpu::test {
namespace {

// In a process of its own: a library that was found once stays found.
void print_file() {
  try {
    std::fprintf(stderr, "file: '%s'", vendor::cufft_file().c_str());
  } catch (const library_not_found& e) {
    std::fputs(e.what(), stderr);
    std::exit(3);
  }
  std::exit(0);
}

TEST(cufft_death_test, a_named_file_that_is_missing_is_said) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const environment_guard nowhere("GPU_NDARRAY_CUFFT", "/no/such/libcufft.so");
  EXPECT_EXIT(print_file(), testing::ExitedWithCode(3),
              "cuFFT was not found.*pip install nvidia-cufft.*GPU_NDARRAY_CUFFT.*Looked "
              "in:.*/no/such/libcufft.so");
}

}  // namespace
}  // namespace gpu::test
