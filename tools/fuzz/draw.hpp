// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "options.hpp"
#include "program.hpp"

namespace gpu::fuzz {

/// The program that belongs to `from`: the same for equal arguments.
[[nodiscard]] program draw_program(const draw_options& options, const seeds& from);

}  // namespace gpu::fuzz
