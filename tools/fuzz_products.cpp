// SPDX-License-Identifier: BSD-3-Clause
// Random products of matrices, compared with plain sums: see `fuzz::usage`.
#include "fuzz/command_line.hpp"

int main(int count, char** words) {
  return gpu::fuzz::run_command(count, words, "fuzz_products", gpu::fuzz::subject::products);
}
