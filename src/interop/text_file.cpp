// SPDX-License-Identifier: BSD-3-Clause
#include "interop/text_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::detail {

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

void write_file(const std::filesystem::path& path, std::string_view bytes) {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  if (file) {
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
  }
  if (!file)
    throw file_error(text_of(path.string(), ": cannot be written: ", std::strerror(errno)));
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end);
  text.remove_prefix(text.starts_with("\r\n") ? 2 : text.empty() ? 0 : 1);
  return line;
}

void split_line(std::string_view line, std::optional<std::string_view> delimiter,
                std::vector<std::string_view>& fields) {
  constexpr std::string_view space = " \t\f\v";
  fields.clear();
  if (delimiter) {
    if (line.empty()) return;
    for (std::size_t end = 0; (end = line.find(*delimiter)) != std::string_view::npos;) {
      fields.push_back(line.substr(0, end));
      line.remove_prefix(end + delimiter->size());
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

}  // namespace gpu::detail
