// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "options.hpp"
#include "program.hpp"

namespace gpu::fuzz {

/// A program of reductions, scans or rows, with what feeds them and what follows.
[[nodiscard]] program draw_reductions(const draw_options& options, const seeds& from);

}  // namespace gpu::fuzz
