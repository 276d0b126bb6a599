// SPDX-License-Identifier: BSD-3-Clause
// Large .npy files to a device, part by part.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>

#include <gpu/array/ndarray.hpp>

namespace gpu {

/// How a file becomes an array.
struct load_options {
  gpu::device device = current_device();
  /// Called in this thread with how many bytes of elements have been read, and of how many, after
  /// each part: at least once, the last time with all of them. What it throws ends the loading.
  std::function<void(std::size_t read_bytes, std::size_t all_bytes)> progress = nullptr;
};

namespace detail {
/// The elements converted to `to` if one is given.
/// @throws dtype_error  if the file's elements are complex, and `to` is not
[[nodiscard]] graph::leaf_ptr leaf_from_npy(const std::filesystem::path& path,
                                            std::optional<dtype> to, const load_options& options);
}  // namespace detail

/// As `load_npy<T>(path, device)`, which reads in the same way: to a GPU the file is mapped into
/// memory, and copied from there by way of pinned memory while later parts are still read from the
/// disk; on `cpu()` it is read into the array's memory. Elements in Fortran order, and those of
/// another dtype than `T`, are rearranged and converted on the device. Other programs must not
/// shorten the file meanwhile.
/// @throws file_error   as `load_npy`
/// @throws dtype_error  if the file's elements are complex, and `T` is not
/// @enqueue on the device's current stream; returns when the file has been read
template <element_type T>
[[nodiscard]] ndarray<T> load_npy(const std::filesystem::path& path, const load_options& options) {
  return ndarray<T>(detail::leaf_from_npy(path, dtype_of<T>, options));
}

}  // namespace gpu
