// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <gpu/core/error.hpp>

#include "jit/program.hpp"

namespace gpu::detail {

struct failed_compilation {
  std::string compiler;   ///< "NVRTC 13.0", "/usr/bin/c++"
  std::string target;     ///< "for sm_90", "for the host"
  std::string file_name;  ///< what the log calls the program's own lines
  std::vector<std::string> options;
  std::string log;
};

/// The error whose message has the numbered lines that the log names, the user's first, under the
/// label that the user gave them; then the log; then the options.
[[nodiscard]] compile_error explain(const program& program, const failed_compilation& failed);

}  // namespace gpu::detail
