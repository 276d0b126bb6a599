// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "jit/program.hpp"

namespace gpu {

/// Device code of one kernel.
struct device_code {
  std::string bytes;   ///< a cubin, or PTX if the architecture is newer than NVRTC
  std::string symbol;  ///< the kernel's name in it
};

namespace jit {

/// Compiles with NVRTC, at once and without any cache.
///
/// @throws compile_error      with NVRTC's log under the numbered lines that it names
/// @throws library_not_found  if the machine has no NVRTC: says where it was looked for
[[nodiscard]] device_code compile(const program& program, architecture architecture);

}  // namespace jit
}  // namespace gpu
