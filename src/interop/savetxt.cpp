// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/savetxt.hpp>

#include <algorithm>
#include <ostream>

#include <gpu/array/reduction/composed_reductions.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "interop/array_numbers.hpp"
#include "interop/row_format.hpp"
#include "interop/text_file.hpp"

namespace gpu::detail {
namespace {

std::string list_text(const std::vector<std::string>& texts) {
  std::string result;
  for (const std::string& text : texts) result += (result.empty() ? "'" : ", '") + text + "'";
  return "[" + result + "]";
}

/// The format of a row.
std::string row_text(const savetxt_options& options, std::size_t columns, bool is_complex) {
  std::vector<std::string> fmt = options.fmt.texts();
  if (fmt.size() == 1) {
    const auto count = static_cast<std::size_t>(std::count(fmt[0].begin(), fmt[0].end(), '%'));
    if (count != 1) {
      if (count == columns || (is_complex && count == 2 * columns)) return fmt[0];
      throw value_error("fmt has wrong number of % formats:  " + fmt[0]);
    }
    fmt.assign(columns, is_complex ? " (" + fmt[0] + "+" + fmt[0] + "j)" : fmt[0]);
  }
  if (fmt.size() != columns) throw value_error("fmt has wrong shape.  " + list_text(fmt));
  const std::string delimiter = options.delimiter.text().value_or("");
  std::string result;
  for (std::size_t i = 0; i < columns; ++i) result += (i == 0 ? "" : delimiter) + fmt[i];
  return result;
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

std::string remark(const std::string& text, const savetxt_options& options) {
  if (text.empty()) return "";
  return options.comments + replaced(text, "\n", "\n" + options.comments) + options.newline;
}

std::string text_of_array(const graph::node_ptr& value, const savetxt_options& options) {
  const shape& extents = value->extents;
  const std::size_t rank = extents.size();
  if (rank < 1 || rank > 2)
    throw value_error(text_of("Expected 1D or 2D array, got ", rank, "D array instead"));
  const auto columns = rank == 1 ? std::size_t{1} : static_cast<std::size_t>(extents[1]);
  const bool is_complex = traits(value->type).kind == dtype_kind::complex;
  const std::string format_text = row_text(options, columns, is_complex);
  const row_format format(format_text, real_of(value->type));
  const bool has_integers = is_integer(value->type) && value->type != dtype::bool_;
  if (format.count() != columns * (is_complex ? 2 : 1) ||
      (format.needs_integers() && !has_integers))
    throw dtype_error(text_of("Mismatch between array dtype ('", value->type,
                              "') and format specifier ('", format_text, "')"));
  const std::vector<text_number> numbers = numbers_of(value);
  std::string text = remark(options.header, options);
  std::string row;
  for (std::ptrdiff_t i = 0; i < extents[0]; ++i) {
    row.clear();
    format.append(row, numbers.data() + static_cast<std::size_t>(i) * format.count());
    text += (is_complex ? replaced(row, "+-", "-") : row) + options.newline;
  }
  return text + remark(options.footer, options);
}

}  // namespace

void save_text(const std::filesystem::path& path, const graph::node_ptr& value,
               const savetxt_options& options) {
  write_file(path, text_of_array(value, options));
}

void write_text(std::ostream& stream, const graph::node_ptr& value,
                const savetxt_options& options) {
  stream << text_of_array(value, options);
  if (!stream) throw file_error("the stream cannot be written");
}

}  // namespace gpu::detail
