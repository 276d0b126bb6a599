// SPDX-License-Identifier: BSD-3-Clause
// Where the bytes of an .npy file come from: a file, or a member of an archive.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <gpu/core/dtype.hpp>
#include <gpu/interop/npy.hpp>

#include "interop/npy_header.hpp"

namespace gpu::detail {

/// Bytes of a known number, read front to back.
class npy_source {
 public:
  virtual ~npy_source() = default;

  /// Bytes that have not been read.
  [[nodiscard]] virtual std::size_t left() const noexcept = 0;
  /// @throws file_error  if fewer are left, or they cannot be read
  virtual void read(void* to, std::size_t size_bytes) = 0;
  /// The next bytes where they are in memory, which so are read; null if they are not.
  [[nodiscard]] virtual const std::byte* take(std::size_t /*size_bytes*/) { return nullptr; }

  /// The beginning of messages: the file's name.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  /// @throws file_error  with the name, and what is wrong
  [[noreturn]] void fail(const std::string& what) const;

 protected:
  explicit npy_source(std::string name) : name_(std::move(name)) {}

 private:
  std::string name_;
};

/// What stands in front of the elements, and how many bytes these have.
struct npy_start {
  npy_header header;
  std::size_t bytes;
};
/// @throws file_error  if it is no header, or the file has fewer bytes than it promises
[[nodiscard]] npy_start read_npy_start(npy_source& file);
/// @throws file_error  "its 1099511627776 bytes of elements do not fit in memory"
void require_host_memory(std::size_t size_bytes, const npy_source& file);

/// Whether elements need no `make_native`.
[[nodiscard]] bool is_native(const npy_header& header) noexcept;
/// Bytes of whole elements of a file in this machine's byte order, those of bools as 0 and 1.
void make_native(std::span<std::byte> elements, const npy_header& header);

/// Reads the elements into C order and this machine's byte order.
[[nodiscard]] npy_array read_npy(npy_source& file, const npy_start& start);
/// The same after the header.
[[nodiscard]] npy_array read_npy(npy_source& file);

}  // namespace gpu::detail
