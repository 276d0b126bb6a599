// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/tofile.hpp>

#include <string>
#include <vector>

#include <gpu/array/indexing/access.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "interop/array_numbers.hpp"
#include "interop/element_reader.hpp"
#include "interop/number_str.hpp"
#include "interop/output_file.hpp"
#include "interop/row_format.hpp"
#include "interop/text_file.hpp"

namespace gpu::detail {
namespace {

std::string text_of_numbers(const graph::node_ptr& value, std::string_view sep) {
  const std::vector<std::byte> elements = bytes_of(value);
  const std::size_t size = size_bytes(value->type);
  std::string text;
  for (std::size_t at = 0; at < elements.size(); at += size) {
    if (at > 0) text += sep;
    append_number(text, value->type, elements.data() + at);
  }
  return text;
}

std::string formatted(const graph::node_ptr& value, std::string_view sep, std::string_view form) {
  if (traits(value->type).kind == dtype_kind::complex)
    throw dtype_error(
        text_of("must be real number, not complex: ", value->type, " with format '", form, "'"));
  const bool is_float = traits(value->type).kind == dtype_kind::floating;
  const row_format format(form, is_float ? dtype::float64 : value->type);
  if (format.count() != 1)
    throw value_error(text_of(format.count() == 0
                                  ? "not all arguments converted during string formatting: '"
                                  : "not enough arguments for format string: '",
                              form, "'"));
  if (is_float && format.needs_integers())
    throw dtype_error(
        text_of("an integer is required, not ", value->type, ", for the format '", form, "'"));
  const std::vector<text_number> numbers = numbers_of(value);
  std::string text;
  for (const text_number& number : numbers) {
    if (&number != numbers.data()) text += sep;
    format.append(text, &number);
  }
  return text;
}

void write_bytes(const std::filesystem::path& path, const graph::node_ptr& value) {
  element_reader elements(stored(value, stored_orders::c).leaf);
  output_file file(path);
  file.reserve(elements.size_bytes());
  for (auto piece = elements.next(); !piece.empty(); piece = elements.next())
    file.write(piece.data(), piece.size());
  file.finish();
}

}  // namespace

void write_elements(const std::filesystem::path& path, const graph::node_ptr& value,
                    std::string_view sep, std::string_view format) {
  if (sep.empty())
    write_bytes(path, value);
  else
    write_file(path, format == "%s" ? text_of_numbers(value, sep) : formatted(value, sep, format));
}

}  // namespace gpu::detail
