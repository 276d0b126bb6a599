// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

namespace gpu::detail {

/// Tells one build of a library or program from another without opening it: real path, size, time
/// of change. Empty if there is no such file.
[[nodiscard]] std::string file_identity(const std::filesystem::path& file);

}  // namespace gpu::detail
