// SPDX-License-Identifier: BSD-3-Clause
// Zip archives, by libzip, which is opened at the first use.
#pragma once

#include <cstddef>
#include <exception>
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

/// The bytes of a member to be written.
class member_content {
 public:
  virtual ~member_content() = default;

  [[nodiscard]] virtual std::size_t size_bytes() const noexcept = 0;
  /// The first byte is the next to be read.
  virtual void rewind() = 0;
  /// Reads the next bytes: at most `size_bytes`, none after the last one. Returns how many.
  [[nodiscard]] virtual std::size_t read(void* to, std::size_t size_bytes) = 0;
};

/// An archive that is written by `close`; until then the file is as it was. Larger ones than 4 GiB
/// become ZIP64.
class zip_writer {
 public:
  /// @throws library_not_found  without libzip
  explicit zip_writer(const std::filesystem::path& path);
  zip_writer(const zip_writer&) = delete;
  zip_writer& operator=(const zip_writer&) = delete;
  ~zip_writer();

  /// @param compressed  by deflate, or else stored
  void add(const std::string& name, std::unique_ptr<member_content> content, bool compressed);
  /// Reads the contents, one after the other.
  /// @throws file_error  if the file cannot be written
  /// @throws what a content throws
  void close();

 private:
  struct member;
  [[noreturn]] void fail() const;

  std::string path_;
  std::exception_ptr failure_;  ///< of a content
  std::vector<std::unique_ptr<member>> members_;
  zip_archive archive_;
};

/// The file of libzip in use. Opens it.
/// @throws library_not_found  without libzip
[[nodiscard]] std::string zip_file();

}  // namespace gpu::vendor
