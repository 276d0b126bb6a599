// SPDX-License-Identifier: BSD-3-Clause
// Text files, and the fields of their lines.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpu::detail {

/// All bytes of the file.
/// @throws file_error  "PATH: is a directory", "PATH: cannot be opened: ...", "PATH: cannot be
/// read"
[[nodiscard]] std::string text_in(const std::filesystem::path& path);

/// Writes a file of these bytes.
/// @throws file_error  "PATH: cannot be written: ..."
void write_file(const std::filesystem::path& path, std::string_view bytes);

/// Takes the first line from the text, which ends in "\n", "\r" or "\r\n".
std::string_view take_line(std::string_view& text);

/// The fields of a line, between delimiters that are not empty, or without one between white space;
/// none of an empty line.
void split_line(std::string_view line, std::optional<std::string_view> delimiter,
                std::vector<std::string_view>& fields);

}  // namespace gpu::detail
