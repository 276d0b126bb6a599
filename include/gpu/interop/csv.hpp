// SPDX-License-Identifier: BSD-3-Clause
// Comma-separated values in streams, as xtensor has them; `loadtxt` and `savetxt` are for files.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>

#include <gpu/array/ndarray.hpp>
#include <gpu/core/strict_integer.hpp>
#include <gpu/interop/loadtxt.hpp>

namespace gpu {

namespace detail {
void write_csv(std::ostream& stream, const graph::node_ptr& value);
}  // namespace detail

/// The numbers that are left in a stream: a row for each line that is neither empty nor a comment.
/// xtensor's `load_csv`.
/// @param skip_rows  lines not read
/// @param max_rows   rows read at most; all if negative
/// @param comments   what begins a comment, up to the line's end
/// @shape  (rows, columns)
/// @throws file_error   "the stream cannot be read"
/// @throws value_error  as `loadtxt`
template <element_type T>
[[nodiscard]] ndarray<T> load_csv(std::istream& stream, char delimiter = ',',
                                  strict_integer skip_rows = 0, strict_integer max_rows = -1,
                                  const std::string& comments = "#",
                                  device where = current_device()) {
  loadtxt_options options;
  options.delimiter = delimiter;
  options.comments = {comments};
  options.skiprows = static_cast<std::ptrdiff_t>(skip_rows);
  if (max_rows >= 0) options.max_rows = max_rows;
  options.ndmin = 2;
  return ndarray<T>(detail::leaf_from_stream(stream, dtype_of<T>, options, where));
}

/// Writes a line for each row of a matrix, its numbers so that they read back the same. Evaluates
/// the array, and waits. xtensor's `dump_csv`.
/// @throws value_error  "Expected 2D array, got 1D array instead"
/// @throws file_error   "the stream cannot be written"
template <array_like A>
void dump_csv(std::ostream& stream, const A& array) {
  detail::write_csv(stream, array.node());
}

}  // namespace gpu
