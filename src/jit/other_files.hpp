// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "jit/program.hpp"

namespace gpu::detail {

/// Whether a compiler may read files beside the embedded headers and the toolchain's own for this
/// program, or look at the machine that it runs on: then no key covers all that the code is made
/// of, and it is not kept on disk. If in doubt, true: any mention of `include` but that of an
/// embedded header, and any option not known to be harmless.
[[nodiscard]] bool reads_other_files(const program& program);

/// The same where files in these folders, included as <NAME>, count as the toolchain's own: a key
/// covers them that tells one toolchain from another.
[[nodiscard]] bool reads_other_files(const program& program,
                                     const std::vector<std::string>& toolchain_folders);

}  // namespace gpu::detail
