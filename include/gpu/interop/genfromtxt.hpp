// SPDX-License-Identifier: BSD-3-Clause
// Numbers in text files that lack some, as arrays.
#pragma once

#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gpu/array/ndarray.hpp>
#include <gpu/interop/text_options.hpp>

namespace gpu {

/// What stands for missing numbers: one number for all columns, a list for the columns from the
/// first one, or `{{2, 0.5}, {4, -1}}` for some of them. Others, and those beyond the list, have
/// NumPy's: nan, -1 for integers, False. As in NumPy columns of a list are those that are read,
/// those of pairs are the file's.
class filling_values {
 public:
  filling_values() = default;
  template <scalar_like Number>
  filling_values(const Number& all) : all_(static_cast<double>(all)) {}
  filling_values(std::initializer_list<double> list) : list_(list) {}
  filling_values(std::initializer_list<std::pair<const std::ptrdiff_t, double>> columns)
      : columns_(columns) {}
  filling_values(std::vector<double> list) : list_(std::move(list)) {}
  filling_values(std::map<std::ptrdiff_t, double> columns) : columns_(std::move(columns)) {}

  /// That of a column of the file, the `position`-th of those that are read.
  [[nodiscard]] std::optional<double> of(std::ptrdiff_t column, std::size_t position) const;

 private:
  std::optional<double> all_;
  std::vector<double> list_;
  std::map<std::ptrdiff_t, double> columns_;
};

/// What `genfromtxt` takes beside the file, with NumPy's names and defaults.
struct genfromtxt_options {
  text_delimiter delimiter = std::nullopt;  ///< between columns; without one, white space
  std::string comments = "#";      ///< what begins a comment, up to the line's end; none if empty
  std::ptrdiff_t skip_header = 0;  ///< lines not read at the file's beginning
  std::ptrdiff_t skip_footer = 0;  ///< rows not read at its end
  std::vector<std::string> missing_values = {};  ///< texts that are no error if not `loose`
  gpu::filling_values filling_values = {};       ///< in place of numbers that are missing
  std::vector<std::ptrdiff_t> usecols = {};      ///< columns to read, from the end if negative
  std::optional<std::ptrdiff_t> max_rows = std::nullopt;  ///< rows read at most
  bool unpack = false;                                    ///< transposes the result
  int ndmin = 0;      ///< fewest axes: 0, 1 or 2; other axes of extent 1 are dropped
  bool loose = true;  ///< whether every text that is no number is a missing one
};

namespace detail {
[[nodiscard]] graph::leaf_ptr leaf_from_incomplete_text(const std::filesystem::path& path, dtype to,
                                                        const genfromtxt_options& options,
                                                        device where);
/// The same of what is left in a stream.
[[nodiscard]] graph::leaf_ptr leaf_from_incomplete_stream(std::istream& stream, dtype to,
                                                          const genfromtxt_options& options,
                                                          device where);
}  // namespace detail

/// The numbers in a text file: a row for each line that is neither empty nor a comment. Numbers are
/// missing where there is no text between two delimiters, or one that is no number.
/// `numpy.genfromtxt` for one dtype. Bools are the words true and false in any case, all else is
/// missing. A file without rows is an array of shape (0,), or (0, 1) if `ndmin` is 2.
/// @throws file_error      if the file cannot be read
/// @throws value_error     "Some errors were detected !\n    Line #2 (got 1 columns instead of 2)";
///                         "Cannot convert string 'x'" if not `loose`; "'max_rows' must be at least
///                         1."; "The keywords 'skip_footer' and 'max_rows' can not be specified at
///                         the same time."; for other `ndmin`
/// @throws overflow_error  "integer 300 out of bounds for int8"; also for the -1 of missing
///                         numbers if `T` is unsigned
template <element_type T = double>
[[nodiscard]] ndarray<T> genfromtxt(const std::filesystem::path& path,
                                    const genfromtxt_options& options = {},
                                    device where = current_device()) {
  return ndarray<T>(detail::leaf_from_incomplete_text(path, dtype_of<T>, options, where));
}
/// The same of what is left in a stream.
/// @throws file_error  "the stream cannot be read"
template <element_type T = double>
[[nodiscard]] ndarray<T> genfromtxt(std::istream& stream, const genfromtxt_options& options = {},
                                    device where = current_device()) {
  return ndarray<T>(detail::leaf_from_incomplete_stream(stream, dtype_of<T>, options, where));
}

}  // namespace gpu
