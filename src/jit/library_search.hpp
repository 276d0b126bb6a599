// SPDX-License-Identifier: BSD-3-Clause
// Where libraries that are opened at run time may be: NVIDIA's come with a toolkit, a distribution
// or a Python wheel, and only some of these are places in which the loader looks.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace gpu::detail {

struct wanted_library {
  std::string variable;                    ///< environment variable that names the file itself
  std::vector<std::string> sonames;        ///< best first
  std::vector<std::string> wheel_folders;  ///< below site-packages: "nvidia/cu13/lib"
  std::string missing;     ///< first words of the error: what it is, and which package brings it
  std::string unsuitable;  ///< why a file without the wanted functions cannot be used
};

struct found_libraries {
  std::vector<std::filesystem::path> files;    ///< that exist, best first
  std::vector<std::filesystem::path> folders;  ///< that were looked through
};

/// @param enough  stop after so many files
[[nodiscard]] found_libraries search_library(const wanted_library& wanted, std::size_t enough);

/// What a name means in an opened library; null if it does not have it.
[[nodiscard]] void* symbol_of(void* library, const std::string& name) noexcept;
/// Looks a function up; false if the library does not have it.
template <class Function>
[[nodiscard]] bool find_function(void* library, Function& function, const std::string& name) {
  function = reinterpret_cast<Function>(symbol_of(library, name));
  return function != nullptr;
}

/// Opens the first file that has the wanted functions, or else what the loader finds by a soname.
/// Returns its name, which has no folder if the loader found it.
///
/// @param bind  takes what `dlopen` returned and looks its functions up; false if some are missing
/// @throws library_not_found  says where it was looked for, and why files cannot be used
[[nodiscard]] std::string open_library(const wanted_library& wanted,
                                       const std::function<bool(void*)>& bind);
/// The same of a library that one can do without: if there is none, an empty name, unless the
/// environment names a file.
[[nodiscard]] std::string open_if_found(const wanted_library& wanted,
                                        const std::function<bool(void*)>& bind);

}  // namespace gpu::detail
