// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/loadtxt.hpp>

#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "interop/number_text.hpp"
#include "interop/parsed_table.hpp"
#include "interop/text_file.hpp"

namespace gpu::detail {
namespace {

std::string_view without_comment(std::string_view line, const std::vector<std::string>& comments) {
  for (const std::string& comment : comments)
    if (!comment.empty()) line = line.substr(0, line.find(comment));
  return line;
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
  [[nodiscard]] parsed_table result() && {
    const auto chosen = static_cast<std::ptrdiff_t>(options_.usecols.size());
    return {type_, std::move(bytes_), rows_, chosen == 0 ? columns_ : chosen};
  }

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

/// Lines of a text, one after the other.
class text_lines {
 public:
  explicit text_lines(std::string_view text) : rest_(text) {}
  [[nodiscard]] std::optional<std::string_view> next() {
    if (rest_.empty()) return std::nullopt;
    return take_line(rest_);
  }

 private:
  std::string_view rest_;
};

/// Those of a stream, of which no more is read than up to the end of a line in "\n".
class stream_lines {
 public:
  explicit stream_lines(std::istream& stream) : stream_(stream) {}
  [[nodiscard]] std::optional<std::string_view> next() {
    if (rest_.empty()) {
      if (!std::getline(stream_, text_)) {
        if (stream_.bad()) throw file_error("the stream cannot be read");
        stream_.clear(std::ios::eofbit);  // that there is no more is no failure
        return std::nullopt;
      }
      rest_ = text_;
    }
    return take_line(rest_);
  }

 private:
  std::istream& stream_;
  std::string text_;
  std::string_view rest_;  ///< what follows a "\r" in the text
};

void require_options(const loadtxt_options& options) {
  require_ndmin(options.ndmin);
  if (const auto& delimiter = options.delimiter.text()) {
    if (delimiter->size() != 1)
      throw value_error(
          text_of("Text reading control character must be a single unicode character or None; but "
                  "got: '",
                  *delimiter, "'"));
    if (*delimiter == "\n" || *delimiter == "\r")
      throw value_error("control character 'delimiter' cannot be a newline (`\\r` or `\\n`).");
  }
  for (const std::ptrdiff_t rows : {options.skiprows, options.max_rows.value_or(0)})
    if (rows < 0) throw value_error(text_of("argument must be nonnegative, not ", rows));
}

template <class Lines>
graph::leaf_ptr leaf_of_lines(Lines lines, dtype to, const loadtxt_options& options, device where) {
  for (std::ptrdiff_t i = 0; i < options.skiprows && lines.next(); ++i) {
  }
  table read(to, options);
  std::vector<std::string_view> fields;
  while (!options.max_rows || read.rows() < *options.max_rows) {
    const std::optional<std::string_view> line = lines.next();
    if (!line) break;
    split_line(without_comment(*line, options.comments.texts()), options.delimiter.text(), fields);
    if (!fields.empty()) read.add(fields);
  }
  return leaf_of_table(std::move(read).result(), options.ndmin, options.unpack, where);
}

}  // namespace

graph::leaf_ptr leaf_from_text(const std::filesystem::path& path, dtype to,
                               const loadtxt_options& options, device where) {
  require_options(options);
  const std::string text = text_in(path);
  return leaf_of_lines(text_lines(text), to, options, where);
}

graph::leaf_ptr leaf_from_stream(std::istream& stream, dtype to, const loadtxt_options& options,
                                 device where) {
  require_options(options);
  if (!stream) throw file_error("the stream cannot be read");
  return leaf_of_lines(stream_lines(stream), to, options, where);
}

}  // namespace gpu::detail
