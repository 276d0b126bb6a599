// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/error.hpp>

#include <gtest/gtest.h>

#include <csignal>
#include <string>

namespace gpu {
namespace {

TEST(cuda_error, names_its_place_from_the_root_of_the_repository) {
  const int line = __LINE__ + 1;
  const cuda_error failure(2, "cudaErrorMemoryAllocation", "out of memory", "allocate memory");
  EXPECT_EQ(failure.what(),
            "cudaErrorMemoryAllocation (2): out of memory, while trying to allocate "
            "memory [tests/core/error_test.cpp:" +
                std::to_string(line) + "]");
  EXPECT_EQ(failure.code(), 2);
}

TEST(fail_death_test, names_its_place_from_the_root_of_the_repository) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      fail("a broken one"), testing::KilledBySignal(SIGABRT),
      "^gpu-ndarray: broken invariant: a broken one \\[tests/core/error_test\\.cpp:[0-9]+\\]\n$");
}

}  // namespace
}  // namespace gpu
