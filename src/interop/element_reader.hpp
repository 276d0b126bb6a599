// SPDX-License-Identifier: BSD-3-Clause
// The elements of an array as the bytes of a file, piece by piece.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include <gpu/graph/node.hpp>

#include "cuda/staging.hpp"
#include "execute/operation.hpp"

namespace gpu::detail {

/// Elements in memory, one after the other.
struct stored_elements {
  graph::leaf_ptr leaf;
  bool fortran_order = false;  ///< whether the first axis is innermost
};

enum class stored_orders { c, c_or_fortran };

/// The elements of a value where they lie, if they lie in one of these orders, as those of most
/// arrays and of transposed ones do; else computed in C order.
/// @enqueue on the device's current stream
[[nodiscard]] stored_elements stored(const graph::node_ptr& value, stored_orders taken);

/// Bytes, front to back in pieces: those of the host where they are, those of a GPU in pinned
/// memory, where the next piece arrives while the caller has one.
class element_reader {
 public:
  /// @throws cuda_error  if the array is on a GPU whose current stream is being captured
  explicit element_reader(const graph::leaf_ptr& elements);
  /// Bytes in host memory that the caller keeps.
  element_reader(const void* bytes, std::size_t size_bytes);
  element_reader(const element_reader&) = delete;
  element_reader& operator=(const element_reader&) = delete;

  [[nodiscard]] std::size_t size_bytes() const noexcept { return size_bytes_; }
  /// The next piece, until the next call; empty after the last one. Waits for it.
  /// @throws index_error  and what else kernels of the device have reported by then
  [[nodiscard]] std::span<const std::byte> next();

 private:
  graph::leaf_ptr leaf_;  ///< null for bytes that the caller keeps
  execute::operation reading_;
  std::size_t size_bytes_;
  std::span<const std::byte> on_host_;  ///< what has not been handed out
  std::optional<staged_reader> staged_;
};

}  // namespace gpu::detail
