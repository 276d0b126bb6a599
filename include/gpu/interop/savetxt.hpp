// SPDX-License-Identifier: BSD-3-Clause
// Arrays as text files.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>

#include <gpu/array/ndarray.hpp>
#include <gpu/interop/text_options.hpp>

namespace gpu {

/// What `savetxt` takes beside the array, with NumPy's names and defaults.
struct savetxt_options {
  /// Format of a number, of which each column may have its own: flags, width, precision and one of
  /// "d i u x X o e E f F g G s", as in Python: "%08x" of integers, "%s" as `str` writes them. One
  /// text may have the formats of a whole row, with what stands between them: "%d: %.3f". Integers
  /// cut a number's fraction off.
  text_list fmt = "%.18e";
  text_delimiter delimiter = " ";  ///< between columns; nothing if it is none
  std::string newline = "\n";      ///< behind rows
  std::string header = {};         ///< lines before the numbers
  std::string footer = {};         ///< lines behind them
  std::string comments = "# ";     ///< what each line of header and footer begins with
};

namespace detail {
void save_text(const std::filesystem::path& path, const graph::node_ptr& value,
               const savetxt_options& options);
/// @throws file_error  "the stream cannot be written"
void write_text(std::ostream& stream, const graph::node_ptr& value, const savetxt_options& options);
}  // namespace detail

/// Writes an array of any device with a line for each row, or each element of one axis.
/// `numpy.savetxt`. Complex numbers are written as " (1+2j)", unless there are formats for both of
/// their parts. Evaluates the array, and waits.
/// @throws value_error     "Expected 1D or 2D array, got 3D array instead", "fmt has wrong number
///                         of % formats:  %d %d", "fmt has wrong shape.  ['%d']", "cannot convert
///                         float NaN to integer", or if a format is none of the above
/// @throws dtype_error     "Mismatch between array dtype ('float64') and format specifier ('%x')"
/// @throws overflow_error  "cannot convert float infinity to integer"
/// @throws file_error      if the file cannot be written
template <array_like A>
void savetxt(const std::filesystem::path& path, const A& array,
             const savetxt_options& options = {}) {
  detail::save_text(path, array.node(), options);
}
/// The same into a stream: `savetxt(std::cout, a)`.
/// @throws file_error  "the stream cannot be written"
template <array_like A>
void savetxt(std::ostream& stream, const A& array, const savetxt_options& options = {}) {
  detail::write_text(stream, array.node(), options);
}

}  // namespace gpu
