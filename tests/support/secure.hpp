// SPDX-License-Identifier: BSD-3-Clause
// Tests of what a program does that has more rights than its caller.
#pragma once

#include <gtest/gtest.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace gpu::test {

inline constexpr int passed_with_more_rights = 42;

/// Runs this test again in a set-user-ID copy of this program, as another user, and expects that it
/// ends with `end_with_more_rights`. Only root can: others skip the test.
inline void run_with_more_rights() {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can make a set-user-ID program for another user";
  std::string folder = "/tmp/gpu-set-user-id-XXXXXX";
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  ASSERT_EQ(::chmod(folder.c_str(), 0755), 0);
  const std::string copy = folder + "/program";
  std::filesystem::copy_file("/proc/self/exe", copy);
  ASSERT_EQ(::chmod(copy.c_str(), 04755), 0);
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  const std::string filter =
      std::string("--gtest_filter=") + test.test_suite_name() + "." + test.name();
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr unsigned nobody = 65534;
    if (::setgid(nobody) == 0 && ::setuid(nobody) == 0)
      ::execl(copy.c_str(), copy.c_str(), filter.c_str(), nullptr);
    ::_exit(1);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  std::filesystem::remove_all(folder);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 0) GTEST_SKIP() << "set-user-ID programs have no rights here";
  EXPECT_EQ(WEXITSTATUS(status), passed_with_more_rights);
}

inline bool has_more_rights() {
  return ::getauxval(AT_SECURE) != 0;
}

[[noreturn]] inline void end_with_more_rights() {
  ::_exit(testing::Test::HasFailure() ? 1 : passed_with_more_rights);
}

}  // namespace gpu::test
