// SPDX-License-Identifier: BSD-3-Clause
// .npy files that are read, also from a stream, or mapped into memory.
#pragma once

#include <filesystem>
#include <fstream>
#include <istream>

#include "interop/npy_source.hpp"

namespace gpu::detail {

/// A file, read front to back.
class npy_file : public npy_source {
 public:
  /// @throws file_error  if it cannot be opened, or is no regular file
  explicit npy_file(const std::filesystem::path& path);

  [[nodiscard]] std::size_t left() const noexcept override { return left_; }
  void read(void* to, std::size_t size_bytes) override;

 private:
  std::ifstream stream_;
  std::size_t left_ = 0;
};

/// What a stream has from where it stands, which the caller keeps.
class npy_stream : public npy_source {
 public:
  explicit npy_stream(std::istream& stream);

  /// No bound of a stream that cannot seek, as of a pipe.
  [[nodiscard]] std::size_t left() const noexcept override { return left_; }
  void read(void* to, std::size_t size_bytes) override;

 private:
  std::istream& stream_;
  std::size_t left_;
};

/// A file in memory, whose pages are read from the disk when they are touched.
class mapped_npy_file : public npy_source {
 public:
  /// @throws file_error  as above, also if it cannot be mapped
  explicit mapped_npy_file(const std::filesystem::path& path);
  mapped_npy_file(const mapped_npy_file&) = delete;
  mapped_npy_file& operator=(const mapped_npy_file&) = delete;
  ~mapped_npy_file() override;

  [[nodiscard]] std::size_t left() const noexcept override { return size_ - position_; }
  void read(void* to, std::size_t size_bytes) override;
  [[nodiscard]] const std::byte* take(std::size_t size_bytes) override;

 private:
  const std::byte* bytes_ = nullptr;
  std::size_t size_ = 0;
  std::size_t position_ = 0;
};

}  // namespace gpu::detail
