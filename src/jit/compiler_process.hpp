// SPDX-License-Identifier: BSD-3-Clause
// The machine's C++ compiler, run as a process without a shell.
#pragma once

#include <string>
#include <vector>

#include "jit/program.hpp"

namespace gpu::detail {

struct host_compiler {
  std::vector<std::string> command;   ///< the program, and arguments that belong to it
  std::vector<std::string> options;   ///< those arguments that are no programs
  std::vector<std::string> programs;  ///< the files of those that are
  std::string identity;
};

/// @throws library_not_found  says which were tried; if $GPU_NDARRAY_CXX names one, only that is
[[nodiscard]] host_compiler find_host_compiler();

/// Whether one of the programs is a text that another program reads: what it runs and reads is not
/// part of the identity.
[[nodiscard]] bool has_script(const host_compiler& compiler);

/// The bytes of a shared object.
///
/// @param searches_further  whether the folders that CPATH and CPLUS_INCLUDE_PATH name are searched
///                          for files that the program includes
///
/// @throws compile_error
/// @throws file_error  if there is no place for the compiler's files
[[nodiscard]] std::string run_host_compiler(const host_compiler& compiler, const program& program,
                                            bool searches_further);

}  // namespace gpu::detail
