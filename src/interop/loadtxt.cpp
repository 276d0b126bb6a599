// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/loadtxt.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>

#include <gpu/array/indexing/access.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "interop/number_text.hpp"

namespace gpu::detail {
namespace {

std::string text_in(const std::filesystem::path& path) {
  std::error_code status;
  if (std::filesystem::is_directory(path, status))
    throw file_error(path.string() + ": is a directory");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw file_error(text_of(path.string(), ": cannot be opened: ", std::strerror(errno)));
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) throw file_error(path.string() + ": cannot be read");
  return text;
}

/// Takes the first line from the text, which ends in "\n", "\r" or "\r\n".
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end);
  text.remove_prefix(text.starts_with("\r\n") ? 2 : text.empty() ? 0 : 1);
  return line;
}

std::string_view without_comment(std::string_view line, const std::vector<std::string>& comments) {
  for (const std::string& comment : comments)
    if (!comment.empty()) line = line.substr(0, line.find(comment));
  return line;
}

/// The columns of a line; none of one that is not a row.
void split(std::string_view line, std::optional<char> delimiter,
           std::vector<std::string_view>& fields) {
  constexpr std::string_view space = " \t\f\v";
  fields.clear();
  if (delimiter) {
    if (line.empty()) return;
    for (std::size_t end = 0; (end = line.find(*delimiter)) != std::string_view::npos;) {
      fields.push_back(line.substr(0, end));
      line.remove_prefix(end + 1);
    }
    fields.push_back(line);
    return;
  }
  for (std::size_t first = 0; (first = line.find_first_not_of(space)) != std::string_view::npos;) {
    line.remove_prefix(first);
    const std::size_t end = std::min(line.find_first_of(space), line.size());
    fields.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

/// The rows that have been read, of elements of one dtype.
class table {
 public:
  table(dtype type, const loadtxt_options& options) : type_(type), options_(options) {}

  void add(const std::vector<std::string_view>& fields) {
    const auto found = static_cast<std::ptrdiff_t>(fields.size());
    if (options_.usecols.empty()) {
      if (rows_ == 0) columns_ = found;
      if (found != columns_)
        throw value_error(text_of("the number of columns changed from ", columns_, " to ", found,
                                  " at row ", rows_ + 1,
                                  "; use `usecols` to select a subset and avoid this error"));
      for (std::ptrdiff_t column = 0; column < columns_; ++column) add(fields, column);
    }
    for (const std::ptrdiff_t column : options_.usecols) {
      if (column < -found || column >= found)
        throw value_error(text_of("invalid column index ", column, " at row ", rows_ + 1, " with ",
                                  found, " columns"));
      add(fields, column < 0 ? column + found : column);
    }
    ++rows_;
  }

  [[nodiscard]] std::ptrdiff_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::ptrdiff_t columns() const noexcept {
    return options_.usecols.empty() ? columns_
                                    : static_cast<std::ptrdiff_t>(options_.usecols.size());
  }
  [[nodiscard]] const std::vector<std::byte>& bytes() const noexcept { return bytes_; }

 private:
  void add(const std::vector<std::string_view>& fields, std::ptrdiff_t column) {
    const std::size_t size = size_bytes(type_);
    const std::string_view field = fields[static_cast<std::size_t>(column)];
    bytes_.resize(bytes_.size() + size);
    if (parse_number(field, type_, bytes_.data() + bytes_.size() - size)) return;
    constexpr std::size_t longest = 100;
    throw value_error(text_of("could not convert string ",
                              text_of("'", field, "'").substr(0, longest), " to ", type_,
                              " at row ", rows_, ", column ", column + 1, "."));
  }

  dtype type_;
  const loadtxt_options& options_;
  std::vector<std::byte> bytes_;
  std::ptrdiff_t rows_ = 0;
  std::ptrdiff_t columns_ = 1;
};

/// In C order, `rows` x `columns`, transposed.
std::vector<std::byte> transposed(const table& read, std::size_t size) {
  const auto rows = static_cast<std::size_t>(read.rows());
  const auto columns = static_cast<std::size_t>(read.columns());
  std::vector<std::byte> result(read.bytes().size());
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column)
      std::memcpy(result.data() + (column * rows + row) * size,
                  read.bytes().data() + (row * columns + column) * size, size);
  return result;
}

shape extents_of(const table& read, const loadtxt_options& options) {
  shape extents;
  for (const std::ptrdiff_t extent : {read.rows(), read.columns()})
    if (options.ndmin == 2 || extent != 1) extents.push_back(extent);
  if (options.ndmin == 1 && extents.empty()) extents.push_back(1);
  if (options.unpack) std::reverse(extents.begin(), extents.end());
  return extents;
}

}  // namespace

graph::leaf_ptr leaf_from_text(const std::filesystem::path& path, dtype to,
                               const loadtxt_options& options, device where) {
  if (options.ndmin < 0 || options.ndmin > 2)
    throw value_error(text_of("Illegal value of ndmin keyword: ", options.ndmin));
  for (const std::ptrdiff_t rows : {options.skiprows, options.max_rows.value_or(0)})
    if (rows < 0) throw value_error(text_of("argument must be nonnegative, not ", rows));
  const std::string text = text_in(path);
  std::string_view rest = text;
  for (std::ptrdiff_t i = 0; i < options.skiprows && !rest.empty(); ++i) (void)take_line(rest);
  table read(to, options);
  std::vector<std::string_view> fields;
  while (!rest.empty() && (!options.max_rows || read.rows() < *options.max_rows)) {
    split(without_comment(take_line(rest), options.comments), options.delimiter, fields);
    if (!fields.empty()) read.add(fields);
  }
  if (!options.unpack)
    return leaf_from_host(read.bytes().data(), to, extents_of(read, options), where);
  const std::vector<std::byte> columns = transposed(read, size_bytes(to));
  return leaf_from_host(columns.data(), to, extents_of(read, options), where);
}

}  // namespace gpu::detail
