// SPDX-License-Identifier: BSD-3-Clause
#include "jit/nvrtc.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "support/jit.hpp"

namespace gpu::test {
namespace {

// Each in a process of its own: a library that was found once stays found.

void say_what_is_thrown() {
  try {
    (void)jit::compile({"k", "extern \"C\" __global__ void k() {}", {}, {}}, {9, 0});
  } catch (const library_not_found& e) {
    std::fputs(e.what(), stderr);
    std::exit(3);
  }
  std::exit(0);
}

TEST(nvrtc_death_test, says_where_a_missing_nvrtc_was_looked_for_and_what_brings_it) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const environment_guard nowhere("GPU_NDARRAY_NVRTC", "/no/such/libnvrtc.so");
  EXPECT_EXIT(say_what_is_thrown(), testing::ExitedWithCode(3),
              "libnvrtc.so.13.*pip install nvidia-cuda-nvrtc.*cuda-nvrtc-13-0.*Looked in:.*"
              "/no/such/libnvrtc.so");
}

TEST(nvrtc_death_test, says_why_a_file_is_not_nvrtc) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const environment_guard wrong("GPU_NDARRAY_NVRTC", "/etc/passwd");
  EXPECT_EXIT(say_what_is_thrown(), testing::ExitedWithCode(3), "/etc/passwd cannot be used: ");
}

void say_what_is_thrown_for_a_pipe() {
  static const std::string pipe = text_of(testing::TempDir(), "/gpu-nvrtc-pipe-", ::getpid());
  ::mkfifo(pipe.c_str(), 0600);
  std::atexit([] { ::unlink(pipe.c_str()); });
  const environment_guard wrong("GPU_NDARRAY_NVRTC", pipe);
  say_what_is_thrown();
}

TEST(nvrtc_death_test, does_not_wait_for_a_pipe) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(say_what_is_thrown_for_a_pipe(), testing::ExitedWithCode(3), "Looked in:");
}

TEST(nvrtc, is_identified_without_being_opened) {
  GPU_REQUIRE_NVRTC();
  EXPECT_NE(detail::nvrtc_identity().find("libnvrtc"), std::string::npos);
}

TEST(nvrtc, knows_its_version_and_architectures) {
  GPU_REQUIRE_NVRTC();
  EXPECT_GE(detail::version_of_nvrtc().major, 12);
  const std::vector<int> all = detail::architectures_of_nvrtc();
  EXPECT_NE(std::find(all.begin(), all.end(), 90), all.end());
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
}

}  // namespace
}  // namespace gpu::test
