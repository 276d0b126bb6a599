// SPDX-License-Identifier: BSD-3-Clause
// The machine's C++ compiler, run as a process without a shell.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <gpu/jit/program.hpp>

namespace gpu::detail {

/// A new folder, private to the user, that ends with this object.
class temporary_folder {
 public:
  /// @throws file_error  if none can be made
  temporary_folder();
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;
  ~temporary_folder();

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

 private:
  std::filesystem::path path_;
};

/// @throws file_error
void write_text(const std::filesystem::path& file, const std::string& text);

struct host_compiler {
  std::vector<std::string> command;  ///< the program, and arguments that belong to it
  std::string identity;
};

/// @throws library_not_found  says which were tried
[[nodiscard]] host_compiler find_host_compiler();

/// The bytes of a shared object.
///
/// @throws compile_error
[[nodiscard]] std::string run_host_compiler(const host_compiler& compiler, const program& program);

}  // namespace gpu::detail
