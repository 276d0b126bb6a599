// SPDX-License-Identifier: BSD-3-Clause
// Zip archives, by libzip, which is opened at the first use.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace gpu::vendor {

/// Libzip's handle; what was not written is dropped with it.
using zip_archive = std::unique_ptr<void, void (*)(void*)>;

/// An archive that is read. All of its functions throw file_error, which names the file.
class zip_reader {
 public:
  /// @throws file_error         if the file cannot be opened, or is no archive
  /// @throws library_not_found  without libzip
  explicit zip_reader(const std::filesystem::path& path);

  /// The names of the members, in their order in the archive.
  [[nodiscard]] std::vector<std::string> names() const;

  /// One member, read front to back, uncompressed on the way.
  class member {
   public:
    /// Bytes that have not been read, as the archive's directory says.
    [[nodiscard]] std::size_t left() const noexcept { return left_; }
    /// Reads at most what is left. The last bytes are read only if the member's checksum is right.
    void read(void* to, std::size_t size_bytes);

   private:
    friend zip_reader;
    [[noreturn]] void fail() const;

    std::string place_;  ///< for messages: the file, and the member
    std::unique_ptr<void, int (*)(void*)> file_{nullptr, nullptr};
    std::size_t left_ = 0;
  };
  /// The reader must outlive it.
  [[nodiscard]] member open(std::size_t index) const;

 private:
  std::string path_;
  zip_archive archive_;
};

/// An archive that is written by `close`; until then the file is as it was. Larger ones than 4 GiB
/// become ZIP64.
class zip_writer {
 public:
  /// @throws library_not_found  without libzip
  explicit zip_writer(const std::filesystem::path& path);

  /// @param compressed  by deflate, or else stored
  void add(const std::string& name, std::vector<std::byte> bytes, bool compressed);
  /// @throws file_error  if the file cannot be written
  void close();

 private:
  [[noreturn]] void fail() const;

  std::string path_;
  std::vector<std::vector<std::byte>> contents_;  ///< which `close` reads
  zip_archive archive_;
};

/// The file of libzip in use. Opens it.
/// @throws library_not_found  without libzip
[[nodiscard]] std::string zip_file();

}  // namespace gpu::vendor
