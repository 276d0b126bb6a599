// SPDX-License-Identifier: BSD-3-Clause
// A file that appears when it is complete.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "jit/file_descriptor.hpp"

namespace gpu::detail {

/// Writes a file aside, under another name in the same folder. When it is complete it takes the
/// place of the one at the path, with that one's permissions; until then that one is as it was. A
/// link stays one to the file that is replaced.
///
/// What is no regular file (a pipe, a terminal) is written directly, and so is a file in a folder
/// that takes no new ones.
class output_file {
 public:
  /// @throws file_error  "PATH: cannot be written: ...", as all of its functions
  explicit output_file(const std::filesystem::path& path);
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;
  /// Drops what was written aside, unless it was finished.
  ~output_file();

  /// Takes the room on the disk that so many bytes need, where the file system can: they are then
  /// written in a fraction of the time, and a full disk is found before.
  void reserve(std::size_t size_bytes);
  void write(const void* bytes, std::size_t size_bytes);
  /// Puts the file in its place.
  void finish();

 private:
  /// Leaves the file closed if the folder takes no new ones.
  void open_aside(unsigned permissions);
  void open_in_place();
  [[noreturn]] void fail() const;

  std::string name_;              ///< for messages
  std::filesystem::path target_;  ///< `path`, or where its links lead
  std::filesystem::path aside_;   ///< empty if the target is written directly
  file_descriptor file_;
};

}  // namespace gpu::detail
