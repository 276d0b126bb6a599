// SPDX-License-Identifier: BSD-3-Clause
// Where NVIDIA's libraries may be: they come with a toolkit, a distribution or a Python wheel, and
// only some of these are places in which the loader looks.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gpu::detail {

struct wanted_library {
  std::string variable;                    ///< environment variable that names the file itself
  std::vector<std::string> sonames;        ///< best first
  std::vector<std::string> wheel_folders;  ///< below site-packages: "nvidia/cu13/lib"
  std::string hint;                        ///< a last folder; may be empty
};

struct found_libraries {
  std::vector<std::filesystem::path> files;    ///< that exist, best first
  std::vector<std::filesystem::path> folders;  ///< that were looked through
};

/// @param enough  stop after so many files
[[nodiscard]] found_libraries search_library(const wanted_library& wanted, std::size_t enough);

}  // namespace gpu::detail
