// SPDX-License-Identifier: BSD-3-Clause
// Raw modules of files: by what is in them, not by what they are called.
#include <fstream>
#include <iterator>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "array/user_kernel/raw_source.hpp"

namespace gpu::user_kernels {
namespace {

std::string contents_of(const std::filesystem::path& file) {
  std::error_code none;
  std::ifstream in(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file, none))
    throw file_error(text_of("cannot read ", file.string()));
  std::string all{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (in.bad()) throw file_error(text_of("cannot read ", file.string()));
  return all;
}

/// ELF, or a fatbin with its magic number in little-endian order.
bool is_machine_code(std::string_view bytes) {
  return bytes.starts_with(
             "\x7f"
             "ELF") ||
         bytes.starts_with("\x50\xed\x55\xba");
}

/// PTX begins with its version, after comments and blank lines.
bool is_ptx(std::string_view text) {
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n\v\f"), text.size()));
    const bool is_line = text.starts_with("//");
    if (!is_line && !text.starts_with("/*")) return text.starts_with(".version");
    const std::size_t end = is_line ? text.find('\n') : text.find("*/", 2);
    if (end == std::string_view::npos) return false;
    text.remove_prefix(end + (is_line ? 1 : 2));
  }
}

}  // namespace

raw_source_ptr read_raw_source(const std::filesystem::path& file,
                               const raw_module_options& options) {
  std::string bytes = contents_of(file);
  const bool compiled = is_machine_code(bytes) || is_ptx(bytes);
  if (!compiled) return make_raw_file_source(bytes, file, options);
  for (const auto& [given, what] :
       {std::pair(!options.options.empty(), "options"),
        std::pair(!options.name_expressions.empty(), "name_expressions")})
    if (given)
      throw value_error(
          text_of(what, " are for text that is compiled, which ", file.string(), " is not"));
  bytes += '\0';
  return make_raw_image_source(std::move(bytes), file);
}

}  // namespace gpu::user_kernels
