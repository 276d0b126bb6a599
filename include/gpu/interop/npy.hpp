// SPDX-License-Identifier: BSD-3-Clause
// NumPy's .npy files.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include <gpu/array/memory_sharing.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/core/dtype.hpp>
#include <gpu/core/shape.hpp>

namespace gpu {

/// What an .npy file holds, in host memory.
struct npy_array {
  dtype type;
  shape extents;
  bool fortran_order;            ///< whether the file has the first axis innermost
  std::vector<std::byte> bytes;  ///< the elements, in C order and this machine's byte order
};

/// Reads a file of format version 1.0, 2.0 or 3.0, of either byte order, C- or Fortran-contiguous.
/// `numpy.load`.
/// @throws file_error  in one line that names the file and says what is wrong: it cannot be read,
/// is
///                     no .npy file, is truncated, or holds what no dtype here can: Python objects,
///                     records, text, dates
[[nodiscard]] npy_array load_npy(const std::filesystem::path& path);

/// How an array becomes a file.
struct save_options {
  /// Called in this thread with how many bytes of elements have been written, and of how many,
  /// after each part: at least once, the last time with all of them. What it throws ends the
  /// saving, and leaves the file as it was.
  std::function<void(std::size_t written_bytes, std::size_t all_bytes)> progress = nullptr;
};

/// Writes `elements`, in host memory and C order, as format version 1.0. `numpy.save`.
///
/// The file is written aside in the same folder, and takes the place of another one when it is
/// complete, with that one's permissions: after an error that is as it was. What is no regular
/// file, as a pipe, is written directly, and so is a file in a folder that takes no new ones.
/// @throws file_error   if the file cannot be written
/// @throws dtype_error  for bfloat16, which the format lacks
void save_npy(const std::filesystem::path& path, dtype type, const shape& extents,
              const void* elements, const save_options& options = {});

namespace detail {
/// @throws dtype_error  if `from` is complex and `to` is not
[[nodiscard]] graph::leaf_ptr leaf_from_npy(const std::filesystem::path& path, dtype to,
                                            device where);
[[nodiscard]] graph::leaf_ptr leaf_from_npy(std::istream& stream, dtype to, device where);
[[nodiscard]] std::string npy_bytes(const graph::node_ptr& value);
void save_node(const std::filesystem::path& path, const graph::node_ptr& value,
               const save_options& options);
}  // namespace detail

/// The array in the file, on `where`, its elements converted to `T` as `astype` does.
/// @throws file_error   as above
/// @throws dtype_error  if the file's elements are complex, and `T` is not
template <element_type T>
[[nodiscard]] ndarray<T> load_npy(const std::filesystem::path& path,
                                  device where = current_device()) {
  return ndarray<T>(detail::leaf_from_npy(path, dtype_of<T>, where));
}
/// The same of a stream, which is read from where it stands to behind the last element.
/// @throws file_error   that begins with "stream: ", as above
/// @throws dtype_error  as above
template <element_type T>
[[nodiscard]] ndarray<T> load_npy(std::istream& stream, device where = current_device()) {
  return ndarray<T>(detail::leaf_from_npy(stream, dtype_of<T>, where));
}

/// Writes an array of any device, in C order, or in Fortran's as NumPy does if its elements lie so:
/// those of a transposed array. Evaluates it, and waits. Elements on a GPU pass through two pieces
/// of pinned memory, one of which is written while the other arrives; those on the host are written
/// from where they lie.
/// @throws file_error, dtype_error  as above
template <array_like A>
void save_npy(const std::filesystem::path& path, const A& array, const save_options& options = {}) {
  detail::save_node(path, detail::live_node(array), options);
}
/// xtensor's name of `save_npy`.
template <array_like A>
void dump_npy(const std::filesystem::path& path, const A& array) {
  save_npy(path, array);
}
/// The bytes of the file that `save_npy` writes. Evaluates the array, and waits. xtensor's.
/// @throws dtype_error  for bfloat16, which the format lacks
template <array_like A>
[[nodiscard]] std::string dump_npy(const A& array) {
  return detail::npy_bytes(detail::live_node(array));
}

}  // namespace gpu
