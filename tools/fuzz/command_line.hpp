// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "campaign.hpp"

namespace gpu::fuzz {

struct command_line {
  campaign what;
  bool list = false;
  bool help = false;
};

extern const char* const usage;

/// @throws value_error  for what is no option, or no value of one
[[nodiscard]] command_line parse(int count, char** words);

/// Prints the names of the ops. Returns 0.
int list_ops();

}  // namespace gpu::fuzz
