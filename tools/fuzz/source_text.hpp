// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <gpu/cuda/device.hpp>

#include "program.hpp"

namespace gpu::fuzz {

/// A C++ program that does the same with the library's public functions, prints the results, and,
/// compiled with -DOP_BY_OP, computes each op on its own. Its comments say the naive values.
[[nodiscard]] std::string source_text(const program& work, device where);

}  // namespace gpu::fuzz
