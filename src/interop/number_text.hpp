// SPDX-License-Identifier: BSD-3-Clause
// Numbers that NumPy reads from text files.
#pragma once

#include <string_view>

#include <gpu/core/dtype.hpp>

namespace gpu::detail {

/// Writes the number in `text`, which may stand between white space, to `to` as element of `type`.
/// False if there is none, something else beside it, or an integer that `type` cannot hold.
[[nodiscard]] bool parse_number(std::string_view text, dtype type, void* to);

}  // namespace gpu::detail
