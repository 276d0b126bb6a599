// SPDX-License-Identifier: BSD-3-Clause
// Where the bytes of an .npy file come from: a file, or a member of an archive.
#pragma once

#include <cstddef>
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

/// Reads the elements into C order and this machine's byte order.
[[nodiscard]] npy_array read_npy(npy_source& file, const npy_start& start);
/// The same after the header.
[[nodiscard]] npy_array read_npy(npy_source& file);

/// @throws dtype_error  if the elements of the file `name` are complex and `to` is not
void require_conversion(dtype from, const std::string& name, dtype to);
/// The elements as `to`.
[[nodiscard]] graph::leaf_ptr converted_leaf(const graph::leaf_ptr& leaf, dtype to);

/// What was read from the file `name`, on `where`, converted to `to`.
/// @throws dtype_error  if it is complex and `to` is not
[[nodiscard]] graph::leaf_ptr leaf_of(const npy_array& file, const std::string& name, dtype to,
                                      device where);

}  // namespace gpu::detail
