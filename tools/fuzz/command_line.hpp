// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "campaign.hpp"

namespace gpu::fuzz {

struct command_line {
  campaign what;
  bool list = false;
  bool help = false;
  bool has_cases = false;  ///< how many was said
};

/// What `--help` prints.
[[nodiscard]] std::string usage(subject of);

/// @param of  what the program draws unless `--what` says else
/// @throws value_error  for what is no option, or no value of one
[[nodiscard]] command_line parse(int count, char** words, subject of);

/// What the programs are: parses, and runs. Returns the exit status.
int run_command(int count, char** words, const char* name, subject of);

}  // namespace gpu::fuzz
