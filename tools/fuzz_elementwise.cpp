// SPDX-License-Identifier: BSD-3-Clause
// Random expressions, computed in several ways that must agree: see `usage`.
#include <cstdio>
#include <exception>

#include "fuzz/campaign.hpp"
#include "fuzz/command_line.hpp"

int main(int count, char** words) {
  try {
    const gpu::fuzz::command_line line = gpu::fuzz::parse(count, words);
    if (line.list) return gpu::fuzz::list_ops();
    if (line.help) return std::fputs(gpu::fuzz::usage, stdout), 0;
    return gpu::fuzz::run_campaign(line.what);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "fuzz_elementwise: %s\n", failure.what());
    return 2;
  }
}
