// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/genfromtxt.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <istream>
#include <iterator>
#include <limits>
#include <string_view>
#include <type_traits>

#include <gpu/array/indexing/access.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "interop/number_text.hpp"
#include "interop/parsed_table.hpp"
#include "interop/text_file.hpp"

namespace gpu {

std::optional<double> filling_values::of(std::ptrdiff_t column, std::size_t position) const {
  if (const auto found = columns_.find(column); found != columns_.end()) return found->second;
  if (position < list_.size()) return list_[position];
  return all_;
}

namespace detail {
namespace {

std::string_view stripped(std::string_view text, std::string_view what) {
  const std::size_t first = std::min(text.find_first_not_of(what), text.size());
  text.remove_prefix(first);
  return text.substr(0, text.find_last_not_of(what) + 1);
}

/// A row of the file, and which line it is, counted from 1.
struct text_row {
  std::ptrdiff_t line;
  std::vector<std::string_view> fields;
};

std::vector<text_row> rows_in(std::string_view text, const genfromtxt_options& options) {
  std::vector<text_row> rows;
  std::ptrdiff_t line = 0;
  const auto enough = static_cast<std::size_t>(options.max_rows.value_or(PTRDIFF_MAX));
  while (!text.empty() && rows.size() < enough) {
    std::string_view content = take_line(text);
    if (++line <= options.skip_header) continue;
    if (!options.comments.empty()) content = content.substr(0, content.find(options.comments));
    text_row row{line, {}};
    split_line(stripped(content, " "), options.delimiter.text(), row.fields);
    if (!row.fields.empty()) rows.push_back(std::move(row));
  }
  const auto footer = static_cast<std::size_t>(std::max<std::ptrdiff_t>(options.skip_footer, 0));
  rows.resize(rows.size() - std::min(rows.size(), footer));
  return rows;
}

/// The columns to read of rows that have `count`.
std::vector<std::ptrdiff_t> columns_of(const genfromtxt_options& options, std::ptrdiff_t count) {
  std::vector<std::ptrdiff_t> columns = options.usecols;
  if (columns.empty())
    for (std::ptrdiff_t column = 0; column < count; ++column) columns.push_back(column);
  for (std::ptrdiff_t& column : columns)
    if (column < 0) column += count;
  return columns;
}

/// @throws value_error  if a row lacks one of the columns, or has others than the first row
void require_columns(const std::vector<text_row>& rows, const std::vector<std::ptrdiff_t>& columns,
                     bool are_chosen) {
  const auto last = std::max_element(columns.begin(), columns.end());
  const bool is_possible = *std::min_element(columns.begin(), columns.end()) >= 0;
  std::string errors;
  for (const text_row& row : rows) {
    const auto found = static_cast<std::ptrdiff_t>(row.fields.size());
    const bool fits = are_chosen ? is_possible && *last < found
                                 : found == static_cast<std::ptrdiff_t>(columns.size());
    if (!fits)
      errors += text_of("\n    Line #", row.line, " (got ", found, " columns instead of ",
                        columns.size(), ")");
  }
  if (!errors.empty()) throw value_error("Some errors were detected !" + errors);
}

/// What NumPy puts for a number that is missing.
/// @throws overflow_error  if that is -1, and the type has none
template <class T>
T default_filling() {
  if constexpr (std::is_same_v<T, bool>)
    return false;
  else if constexpr (std::is_integral_v<T>)
    return assigned_number<T>(-1);
  else
    return math::cast<T>(std::numeric_limits<double>::quiet_NaN());
}

void write_filling(std::optional<double> filling, dtype type, void* to) {
  visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    const T value =
        filling ? T(assigned_number<element_t<dtype_of<T>>>(*filling)) : default_filling<T>();
    std::memcpy(to, &value, sizeof value);
  });
}

bool parse_bool(std::string_view text, void* to) {
  std::string upper(text);
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  const bool value = upper == "TRUE";
  std::memcpy(to, &value, sizeof value);
  return value || upper == "FALSE";
}

/// Writes the number of a field, or what stands for it.
void read_field(std::string_view field, dtype type, const genfromtxt_options& options,
                std::optional<double> filling, void* to) {
  constexpr std::string_view space = " \t\f\v";
  if (type == dtype::bool_ ? parse_bool(field, to) : parse_number(field, type, to)) return;
  const std::string_view text = stripped(field, space);
  if (is_integer(type) && is_integer_text(text)) throw_out_of_bounds(std::string(text), type);
  const auto& known = options.missing_values;
  if (!options.loose && !text.empty() && std::find(known.begin(), known.end(), text) == known.end())
    throw value_error(text_of("Cannot convert string '", field, "'"));
  write_filling(filling, type, to);
}

parsed_table table_of(const std::vector<text_row>& rows, dtype type,
                      const genfromtxt_options& options) {
  const auto columns = columns_of(options, static_cast<std::ptrdiff_t>(rows.front().fields.size()));
  require_columns(rows, columns, !options.usecols.empty());
  const std::size_t size = size_bytes(type);
  parsed_table table{type, std::vector<std::byte>(rows.size() * columns.size() * size),
                     static_cast<std::ptrdiff_t>(rows.size()),
                     static_cast<std::ptrdiff_t>(columns.size())};
  std::byte* to = table.bytes.data();
  for (const text_row& row : rows)
    for (std::size_t i = 0; i < columns.size(); ++i, to += size)
      read_field(row.fields[static_cast<std::size_t>(columns[i])], type, options,
                 options.filling_values.of(columns[i], i), to);
  return table;
}

void require_options(const genfromtxt_options& options) {
  require_ndmin(options.ndmin);
  if (options.max_rows && options.skip_footer != 0)
    throw value_error(
        "The keywords 'skip_footer' and 'max_rows' can not be specified at the same time.");
  if (options.max_rows && *options.max_rows < 1)
    throw value_error(text_of("'max_rows' must be at least 1. It is ", *options.max_rows, "."));
  if (options.delimiter.text() == "") throw value_error("empty separator");
}

graph::leaf_ptr leaf_of_text(std::string_view text, dtype to, const genfromtxt_options& options,
                             device where) {
  const std::vector<text_row> rows = rows_in(text, options);
  if (rows.empty()) return leaf_of_table({to, {}, 0, 1}, options.ndmin, options.unpack, where);
  return leaf_of_table(table_of(rows, to, options), options.ndmin, options.unpack, where);
}

}  // namespace

graph::leaf_ptr leaf_from_incomplete_text(const std::filesystem::path& path, dtype to,
                                          const genfromtxt_options& options, device where) {
  require_options(options);
  return leaf_of_text(text_in(path), to, options, where);
}

graph::leaf_ptr leaf_from_incomplete_stream(std::istream& stream, dtype to,
                                            const genfromtxt_options& options, device where) {
  require_options(options);
  if (!stream) throw file_error("the stream cannot be read");
  const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  return leaf_of_text(text, to, options, where);
}

}  // namespace detail
}  // namespace gpu
