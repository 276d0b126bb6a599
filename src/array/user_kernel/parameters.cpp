// SPDX-License-Identifier: BSD-3-Clause
#include "array/user_kernel/parameters.hpp"

#include <algorithm>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::user_kernels {
namespace {

/// `message`, then the list with a caret under the part of it that `word` is.
std::string pointing_at(const std::string& message, std::string_view list, std::string_view word) {
  const std::size_t place = static_cast<std::size_t>(word.data() - list.data());
  std::string line(list);
  std::replace_if(line.begin(), line.end(), is_list_blank, ' ');
  return text_of(message, "\n  ", line, "\n  ", std::string(place, ' '), "^");
}

std::string_view trimmed(std::string_view text) noexcept {
  while (text.size() > 1 && is_list_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_list_blank(text.back())) text.remove_suffix(1);
  return text;
}

[[noreturn]] void throw_mistake(const parameter_entry& entry, std::string_view text,
                                std::string_view list) {
  const auto pointed = [&](const std::string& message) {
    return pointing_at(message, list, entry.wrong);
  };
  switch (entry.mistake) {
    case parameter_mistake::reserved_name:
      throw value_error(pointed("Can not use 'i' as a parameter name"));
    case parameter_mistake::keyword:
      throw value_error(pointed(text_of("Unknown keyword \"", entry.wrong, "\"")));
    case parameter_mistake::type:
      throw dtype_error(pointed(text_of("data type '", entry.wrong, "' not understood")));
    default:
      throw value_error(pointed(text_of("Syntax error: ", trimmed(text))));
  }
}

kernel_parameter parse_parameter(std::string_view text, std::string_view list, bool output) {
  const parameter_entry entry = read_entry(text);
  if (entry.mistake != parameter_mistake::none) throw_mistake(entry, text, list);
  kernel_parameter result;
  result.name = entry.name;
  result.type = entry.type;
  result.fixed = entry.fixed;
  result.raw = entry.raw;
  result.writable = output || entry.non_const;
  return result;
}

}  // namespace

std::vector<kernel_parameter> parse_parameters(std::string_view list, bool outputs) {
  std::vector<kernel_parameter> result;
  for (std::size_t k = 0; k < entry_count(list); ++k)
    result.push_back(parse_parameter(entry_text(list, k), list, outputs));
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
