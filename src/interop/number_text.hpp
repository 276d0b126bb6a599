// SPDX-License-Identifier: BSD-3-Clause
// Numbers that NumPy reads from text files.
#pragma once

#include <string_view>

#include <gpu/core/dtype.hpp>

namespace gpu::detail {

/// Writes the number in `text`, which may stand between white space, to `to` as element of `type`.
/// False if there is none, something else beside it, or an integer that `type` cannot hold.
[[nodiscard]] bool parse_number(std::string_view text, dtype type, void* to);

/// Takes the number that `text` begins with, behind white space, and writes it to `to` as element
/// of `type`: of complex ones "1", "2j" and "1+2j", of bool any that is not 0. False if there is
/// none, or an integer that `type` cannot hold.
[[nodiscard]] bool take_number(std::string_view& text, dtype type, void* to);

/// Whether `text`, which may stand between white space, is an integer, however large.
[[nodiscard]] bool is_integer_text(std::string_view text) noexcept;

}  // namespace gpu::detail
