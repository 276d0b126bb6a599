// SPDX-License-Identifier: BSD-3-Clause
// Elements in files without a header, and numbers in texts, as arrays of one axis.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

#include <gpu/array/ndarray.hpp>
#include <gpu/core/strict_integer.hpp>

namespace gpu {

namespace detail {
[[nodiscard]] graph::leaf_ptr leaf_from_file(const std::filesystem::path& path, dtype type,
                                             std::ptrdiff_t count, std::string_view sep,
                                             std::ptrdiff_t offset, device where);
[[nodiscard]] graph::leaf_ptr leaf_from_string(std::string_view text, dtype type,
                                               std::ptrdiff_t count, std::string_view sep,
                                               device where);
}  // namespace detail

/// The elements whose bytes are in a file, as `tofile` writes them: no more than there are. With
/// `sep` a text of numbers with that between them. `numpy.fromfile`.
/// @param count   how many; all if negative
/// @param sep     white space in it matches any, or none; without any other character at least one
/// @param offset  bytes to skip
/// @throws file_error   if the file cannot be read
/// @throws dtype_error  "'offset' argument only permitted for binary files"
/// @throws value_error  "string or file could not be read to its end due to unmatched data: ...",
///                      also for integers that `T` cannot hold; "offset must be non-negative and no
///                      greater than the file's size (8), not 9"
template <element_type T>
[[nodiscard]] ndarray<T> fromfile(const std::filesystem::path& path, strict_integer count = -1,
                                  std::string_view sep = "", strict_integer offset = 0,
                                  device where = current_device()) {
  return ndarray<T>(detail::leaf_from_file(path, dtype_of<T>, count, sep, offset, where));
}

/// The numbers in a text, with `sep` between them as above. `numpy.fromstring`.
/// @throws value_error  as above; "The binary mode of fromstring is removed, use frombuffer
/// instead"
///                      if `sep` is empty
template <element_type T>
[[nodiscard]] ndarray<T> fromstring(std::string_view text, std::string_view sep,
                                    strict_integer count = -1, device where = current_device()) {
  return ndarray<T>(detail::leaf_from_string(text, dtype_of<T>, count, sep, where));
}

}  // namespace gpu
