// SPDX-License-Identifier: BSD-3-Clause
// Numbers in text files, as arrays.
#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <vector>

#include <gpu/array/ndarray.hpp>
#include <gpu/core/dtype.hpp>
#include <gpu/interop/text_options.hpp>

namespace gpu {

/// What `loadtxt` takes beside the file, with NumPy's names and defaults.
struct loadtxt_options {
  text_delimiter delimiter = std::nullopt;   ///< one character; without one, white space
  text_list comments = "#";                  ///< what begins a comment, up to the line's end
  std::ptrdiff_t skiprows = 0;               ///< lines not read, comments and empty ones too
  std::vector<std::ptrdiff_t> usecols = {};  ///< columns to read, from the end if negative
  std::optional<std::ptrdiff_t> max_rows = std::nullopt;  ///< rows read at most
  bool unpack = false;                                    ///< transposes the result
  int ndmin = 0;  ///< fewest axes: 0, 1 or 2; other axes of extent 1 are dropped
};

namespace detail {
[[nodiscard]] graph::leaf_ptr leaf_from_text(const std::filesystem::path& path, dtype to,
                                             const loadtxt_options& options, device where);
/// The same of the lines that follow in a stream, no more than are read.
/// @throws file_error  "the stream cannot be read"
[[nodiscard]] graph::leaf_ptr leaf_from_stream(std::istream& stream, dtype to,
                                               const loadtxt_options& options, device where);
}  // namespace detail

/// The numbers in a text file: a row for each line that is neither empty nor a comment.
/// `numpy.loadtxt`. Numbers are rounded once, to double, and then to `T`; a file without numbers
/// is an array of 0 rows, and one number an array without axes.
/// @throws file_error   if the file cannot be read
/// @throws value_error  "could not convert string 'x' to float64 at row 0, column 1.", "the number
///                      of columns changed from 2 to 1 at row 2; ...", "invalid column index 2 at
///                      row 1 with 2 columns"; "Text reading control character must be a single
///                      unicode character or None; but got: ', '"; for negative numbers of rows and
///                      other `ndmin`
template <element_type T>
[[nodiscard]] ndarray<T> loadtxt(const std::filesystem::path& path,
                                 const loadtxt_options& options = {},
                                 device where = current_device()) {
  return ndarray<T>(detail::leaf_from_text(path, dtype_of<T>, options, where));
}
/// The same of the lines that follow in a stream. Those behind `max_rows` are left for the next one
/// who reads.
/// @throws file_error  "the stream cannot be read"
template <element_type T>
[[nodiscard]] ndarray<T> loadtxt(std::istream& stream, const loadtxt_options& options = {},
                                 device where = current_device()) {
  return ndarray<T>(detail::leaf_from_stream(stream, dtype_of<T>, options, where));
}

}  // namespace gpu
