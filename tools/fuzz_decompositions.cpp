// SPDX-License-Identifier: BSD-3-Clause
// Random systems and decompositions of matrices, by their residuals: see `fuzz::usage`.
#include "fuzz/command_line.hpp"

int main(int count, char** words) {
  return gpu::fuzz::run_command(count, words, "fuzz_decompositions",
                                gpu::fuzz::subject::decompositions);
}
