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

/// Skips the rest of a test where there is no nvdisasm, which not every toolkit has.
#define GPU_REQUIRE_DISASSEMBLER() \
  if (std::string(GPU_DISASSEMBLER).empty()) GTEST_SKIP() << "there is no nvdisasm"

/// What a program says that is given a file of these bytes behind its options.
struct program_output {
  int status;
  std::string text;
};
inline program_output run_with_file(const std::string& command, const std::string& bytes) {
  std::string file = ::testing::TempDir() + "/gpu-assembly-XXXXXX";
  const int opened = ::mkstemp(file.data());
  if (opened < 0) return {-1, "no temporary file"};
  ::close(opened);
  std::ofstream(file, std::ios::binary) << bytes;
  program_output result{-1, {}};
  FILE* const output = ::popen((command + " '" + file + "' 2>&1").c_str(), "r");
  for (int c = 0; output != nullptr && (c = std::fgetc(output)) != EOF;)
    result.text += static_cast<char>(c);
  if (output != nullptr) result.status = ::pclose(output);
  std::filesystem::remove(file);
  return result;
}

/// What NVIDIA's assembler says against PTX; empty if it takes it.
inline std::string complaints_about(const std::string& ptx, const std::string& architecture) {
  const program_output said = run_with_file(
      std::string(GPU_ASSEMBLER) + " -O0 -arch=" + architecture + " -o /dev/null", ptx);
  return said.status == 0 ? std::string() : "ptxas failed: " + said.text;
}

/// The instructions of a cubin, a line each.
inline std::string instructions_of(const std::string& cubin) {
  return run_with_file(std::string(GPU_DISASSEMBLER) + " -c", cubin).text;
}

}  // namespace gpu::test
