// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "jit/file_descriptor.hpp"

namespace gpu::detail {

/// A new folder in $TMPDIR, private to the user, that ends with this object. It is locked for as
/// long: those that killed processes of the user have left are known by that, and removed.
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
  file_descriptor lock_;
};

}  // namespace gpu::detail
