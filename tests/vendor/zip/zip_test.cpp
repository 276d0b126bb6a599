// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/zip/zip.hpp"

#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>

#include <gpu/core/error.hpp>

#include "support/environment.hpp"

namespace gpu::test {
namespace {

/// libzip is opened once in a process, so that each of these needs one of its own.
[[noreturn]] void open_without_library() {
  try {
    (void)vendor::zip_writer("/tmp/never_written.npz");
  } catch (const library_not_found& wrong) {
    std::fputs(wrong.what(), stderr);
    std::exit(3);
  }
  std::exit(0);
}

TEST(zip_death_test, a_library_that_is_missing_is_said) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const environment_guard nowhere("GPU_NDARRAY_LIBZIP", "/no/such/libzip.so");
  EXPECT_EXIT(open_without_library(), testing::ExitedWithCode(3),
              "libzip was not found.*libzip4.*GPU_NDARRAY_LIBZIP.*/no/such/libzip.so");
}

TEST(zip_death_test, a_file_that_is_no_library_is_said) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const environment_guard wrong("GPU_NDARRAY_LIBZIP", "/etc/passwd");
  EXPECT_EXIT(open_without_library(), testing::ExitedWithCode(3), "/etc/passwd cannot be used: ");
}

}  // namespace
}  // namespace gpu::test
