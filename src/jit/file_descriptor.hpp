// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <utility>

namespace gpu::detail {

/// An open file or folder, closed at the end of its scope; negative if there is none.
class file_descriptor {
 public:
  explicit file_descriptor(int number = -1) noexcept : number_(number) {}
  file_descriptor(file_descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  file_descriptor& operator=(file_descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~file_descriptor() {
    if (number_ >= 0) ::close(number_);
  }

  [[nodiscard]] int get() const noexcept { return number_; }
  [[nodiscard]] explicit operator bool() const noexcept { return number_ >= 0; }
  /// False if what was written is not all in the file.
  [[nodiscard]] bool close() noexcept { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

/// Whether it belongs to the user of this process, and nobody else may write it.
[[nodiscard]] inline bool is_own(const struct stat& status) noexcept {
  return status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// False if not all of the bytes could be written.
[[nodiscard]] inline bool write_all(int file, const char* from, std::size_t bytes) noexcept {
  while (bytes != 0) {
    const ssize_t put = ::write(file, from, bytes);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    from += put;
    bytes -= static_cast<std::size_t>(put);
  }
  return true;
}

}  // namespace gpu::detail
