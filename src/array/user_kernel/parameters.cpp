// SPDX-License-Identifier: BSD-3-Clause
#include "array/user_kernel/parameters.hpp"

#include <algorithm>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::user_kernels {
namespace {

bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_identifier(std::string_view text) noexcept {
  return !text.empty() && is_letter(text[0]) && std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter(c) || (c >= '0' && c <= '9');
  });
}

bool is_space(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// `message`, then the list with a caret under the part of it that `word` is.
std::string pointing_at(const std::string& message, std::string_view list, std::string_view word) {
  const std::size_t place = static_cast<std::size_t>(word.data() - list.data());
  std::string line(list);
  std::replace_if(line.begin(), line.end(), is_space, ' ');
  return text_of(message, "\n  ", line, "\n  ", std::string(place, ' '), "^");
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && !is_space(text[end])) ++end;
    if (end > at) words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

std::string_view trimmed(std::string_view text) noexcept {
  while (text.size() > 1 && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

kernel_parameter parse_parameter(std::string_view entry, std::string_view list, bool output) {
  const std::vector<std::string_view> words = words_of(entry);
  const std::string_view shown = trimmed(entry);
  const auto syntax_error = [&](std::string_view word) {
    return value_error(pointing_at(text_of("Syntax error: ", shown), list, word));
  };
  if (words.size() < 2) throw syntax_error(words.empty() ? entry : words[0]);
  kernel_parameter result;
  result.writable = output;
  const std::string_view type = words[words.size() - 2];
  const std::string_view name = words.back();
  if (!is_identifier(name)) throw syntax_error(name);
  if (name == "i")
    throw value_error(pointing_at("Can not use 'i' as a parameter name", list, name));
  for (std::size_t k = 0; k + 2 < words.size(); ++k) {
    if (words[k] == "raw")
      result.raw = true;
    else if (words[k] == "_non_const")
      result.writable = true;
    else
      throw value_error(pointing_at(text_of("Unknown keyword \"", words[k], "\""), list, words[k]));
  }
  result.name = name;
  result.type = type;
  if (type.size() == 1 && is_letter(type[0])) return result;
  result.fixed = dtype_of_name(type);
  if (!result.fixed)
    throw dtype_error(pointing_at(text_of("data type '", type, "' not understood"), list, type));
  return result;
}

}  // namespace

std::optional<dtype> dtype_of_name(std::string_view name) noexcept {
  if (name == "bool_") return dtype::bool_;
  for (int k = 0; k < dtype_count; ++k)
    if (facts(static_cast<dtype>(k)).name == name) return static_cast<dtype>(k);
  return std::nullopt;
}

std::vector<kernel_parameter> parse_parameters(std::string_view list, bool outputs) {
  std::vector<kernel_parameter> result;
  if (words_of(list).empty()) return result;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    result.push_back(parse_parameter(list.substr(at, comma - at), list, outputs));
    at = comma + 1;
  }
  return result;
}

void check_kernel_name(std::string_view name) {
  if (!is_identifier(name)) throw value_error(text_of("Invalid kernel name: \"", name, "\""));
}

void check_distinct(const std::vector<kernel_parameter>& in,
                    const std::vector<kernel_parameter>& out) {
  std::vector<std::string_view> seen;
  for (const auto* list : {&in, &out})
    for (const kernel_parameter& parameter : *list) {
      if (std::find(seen.begin(), seen.end(), parameter.name) != seen.end())
        throw value_error(text_of("Duplicate parameter name: \"", parameter.name, "\""));
      seen.push_back(parameter.name);
    }
}

}  // namespace gpu::user_kernels
