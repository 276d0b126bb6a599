// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "jit/program.hpp"

namespace gpu {

/// Device code of one kernel.
struct device_code {
  std::string bytes;   ///< a cubin, or PTX if the architecture is newer than NVRTC
  std::string symbol;  ///< the kernel's name in it
};

/// Device code of a module: of whatever its text defines.
struct module_code {
  std::string bytes;
  std::vector<std::string> symbols;  ///< what its name expressions are called in it
};

namespace jit {

/// Compiles with NVRTC, at once and without any cache.
///
/// @throws compile_error      with NVRTC's log under the numbered lines that it names
/// @throws library_not_found  if the machine has no NVRTC: says where it was looked for
[[nodiscard]] device_code compile(const program& program, architecture architecture);

/// The same of text that is a user's own from the first line to the last: with NVRTC's options
/// where the program has none, but for the standard, C++20, and without those that leave parts of
/// the language out. What comes with CUDA may be included.
///
/// @param name_expressions  "saxpy", "scale<float>", "&space::table": in the kernel's language
[[nodiscard]] module_code compile_module(const program& program,
                                         const std::vector<std::string>& name_expressions,
                                         architecture architecture);

}  // namespace jit
}  // namespace gpu
