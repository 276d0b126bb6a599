// SPDX-License-Identifier: BSD-3-Clause
// Random calls that index, join and sort, compared with plain loops: see `fuzz::usage`.
#include "fuzz/command_line.hpp"

int main(int count, char** words) {
  return gpu::fuzz::run_command(count, words, "fuzz_indexing", gpu::fuzz::subject::indexing);
}
