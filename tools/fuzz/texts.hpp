// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "program.hpp"

namespace gpu::fuzz {

/// What is wrong with the texts of the kernels that would compute the roots of `work` on a GPU, in
/// words; empty if nothing is: each value that a function of a kernel's body names is one that it
/// was given or has computed. There need be no GPU, and nothing is compiled, so that thousands of
/// programs take a second. What must be computed before a root can be scheduled is left out.
[[nodiscard]] std::string check_texts(const program& work);

}  // namespace gpu::fuzz
