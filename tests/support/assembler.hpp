// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace gpu::test {

/// Skips the rest of a test where the toolkit that the tests were built with has no ptxas.
#define GPU_REQUIRE_ASSEMBLER() \
  if (std::string(GPU_ASSEMBLER).empty()) GTEST_SKIP() << "there is no ptxas"

/// What NVIDIA's assembler says against PTX; empty if it takes it.
inline std::string complaints_about(const std::string& ptx, const std::string& architecture) {
  std::string file = ::testing::TempDir() + "/gpu-assembly-XXXXXX";
  const int opened = ::mkstemp(file.data());
  if (opened < 0) return "no temporary file";
  ::close(opened);
  std::ofstream(file) << ptx;
  const std::string command = std::string(GPU_ASSEMBLER) + " -O0 -arch=" + architecture +
                              " -o /dev/null '" + file + "' 2>&1";
  std::string said;
  FILE* const output = ::popen(command.c_str(), "r");
  for (int c = 0; output != nullptr && (c = std::fgetc(output)) != EOF;)
    said += static_cast<char>(c);
  const int status = output == nullptr ? -1 : ::pclose(output);
  std::filesystem::remove(file);
  return status == 0 ? std::string() : "ptxas failed: " + said;
}

}  // namespace gpu::test
