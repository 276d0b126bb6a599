// SPDX-License-Identifier: BSD-3-Clause
// Every composition of two ops, computed in several ways that must agree: see `fuzz::usage`.
#include "fuzz/command_line.hpp"

int main(int count, char** words) {
  return gpu::fuzz::run_command(count, words, "fuzz_compositions", gpu::fuzz::subject::pairs);
}
