// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/fromfile.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include <gpu/array/indexing/access.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "interop/number_text.hpp"
#include "interop/text_file.hpp"

namespace gpu::detail {
namespace {

bool is_space(char c) noexcept {
  return std::string_view(" \t\n\r\f\v").find(c) != std::string_view::npos;
}

enum class separated { here, not_here, at_end };

/// Takes a separator from the text. White space in it matches any, and may stand around it.
separated take_separator(std::string_view& text, std::string_view sep) {
  const std::size_t before = text.size();
  const auto skip_space = [&] {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  };
  skip_space();
  for (const char c : sep) {
    if (text.empty()) return separated::at_end;
    if (is_space(c)) {
      skip_space();
      continue;
    }
    if (text.front() != c) return separated::not_here;
    text.remove_prefix(1);
  }
  skip_space();
  if (text.empty()) return separated::at_end;
  return text.size() < before ? separated::here : separated::not_here;
}

[[noreturn]] void throw_unmatched(std::string_view text, std::size_t position,
                                  std::ptrdiff_t index) {
  constexpr std::size_t longest = 20;
  throw value_error(text_of("string or file could not be read to its end due to unmatched data: '",
                            text.substr(position, longest), "' at character ", position,
                            ", element ", index));
}

std::vector<std::byte> numbers_in(std::string_view text, dtype type, std::ptrdiff_t count,
                                  std::string_view sep) {
  const std::size_t size = size_bytes(type);
  std::vector<std::byte> numbers;
  std::string_view rest = text;
  std::ptrdiff_t found = 0;
  while (found != count && !rest.empty()) {
    numbers.resize(numbers.size() + size);
    if (!take_number(rest, type, numbers.data() + numbers.size() - size))
      throw_unmatched(text, text.size() - rest.size(), found);
    ++found;
    const std::size_t end = text.size() - rest.size();
    switch (take_separator(rest, sep)) {
      case separated::at_end:
        return numbers;
      case separated::not_here:
        if (found != count) throw_unmatched(text, end, found);
        return numbers;
      case separated::here:
        break;
    }
  }
  return numbers;
}

graph::leaf_ptr leaf_of_numbers(const std::vector<std::byte>& numbers, dtype type, device where) {
  const auto count = static_cast<std::ptrdiff_t>(numbers.size() / size_bytes(type));
  return leaf_from_host(numbers.data(), type, {count}, where);
}

/// The file, and its size in bytes.
std::ifstream opened(const std::filesystem::path& path, std::ptrdiff_t& size) {
  std::error_code status;
  if (std::filesystem::is_directory(path, status))
    throw file_error(path.string() + ": is a directory");
  errno = 0;
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) throw file_error(text_of(path.string(), ": cannot be opened: ", std::strerror(errno)));
  size = static_cast<std::ptrdiff_t>(file.tellg());
  if (size < 0) throw file_error(path.string() + ": is not a regular file");
  return file;
}

graph::leaf_ptr leaf_from_bytes(const std::filesystem::path& path, dtype type, std::ptrdiff_t count,
                                std::ptrdiff_t offset, device where) {
  std::ptrdiff_t size = 0;
  std::ifstream file = opened(path, size);
  if (offset < 0 || offset > size)
    throw value_error(text_of("offset must be non-negative and no greater than the file's size (",
                              size, "), not ", offset));
  const auto item_bytes = static_cast<std::ptrdiff_t>(size_bytes(type));
  const std::ptrdiff_t there = (size - offset) / item_bytes;
  const std::ptrdiff_t taken = count < 0 ? there : std::min(count, there);
  graph::leaf_ptr leaf = uninitialised_leaf(type, {taken}, cpu());
  auto* const bytes = static_cast<char*>(leaf->block->data());
  file.seekg(offset);
  file.read(bytes, taken * item_bytes);
  if (!file) throw file_error(path.string() + ": cannot be read");
  if (type == dtype::bool_)
    for (std::ptrdiff_t i = 0; i < taken; ++i) bytes[i] = bytes[i] != 0 ? 1 : 0;
  return moved_to(graph::node_ptr(leaf.get()), where, false);
}

}  // namespace

graph::leaf_ptr leaf_from_file(const std::filesystem::path& path, dtype type, std::ptrdiff_t count,
                               std::string_view sep, std::ptrdiff_t offset, device where) {
  if (sep.empty()) return leaf_from_bytes(path, type, count, offset, where);
  if (offset != 0)
    throw dtype_error(text_of("'offset' argument only permitted for binary files, not ", offset,
                              " with the separator '", sep, "'"));
  return leaf_of_numbers(numbers_in(text_in(path), type, count, sep), type, where);
}

graph::leaf_ptr leaf_from_string(std::string_view text, dtype type, std::ptrdiff_t count,
                                 std::string_view sep, device where) {
  if (sep.empty())
    throw value_error("The binary mode of fromstring is removed, use frombuffer instead");
  return leaf_of_numbers(numbers_in(text, type, count, sep), type, where);
}

}  // namespace gpu::detail
