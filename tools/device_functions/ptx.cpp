// SPDX-License-Identifier: BSD-3-Clause
#include "ptx.hpp"

#include <algorithm>
#include <cctype>
#include <functional>
#include <stdexcept>

namespace gpu::device_functions {
namespace {

bool is_in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

/// `text` with each whole word replaced by what `replace` gives for it.
std::string map_words(std::string_view text,
                      const std::function<std::string(std::string_view)>& replace) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_in_name(text[end])) ++end;
    if (end > at)
      result += replace(text.substr(at, end - at));
    else
      result += text[end++];
    at = end;
  }
  return result;
}

/// A line without its comment and what surrounds it.
std::string_view bare(std::string_view line) {
  line = line.substr(0, line.find("//"));
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t") + 1 - first);
}

/// What a statement declares: the last word before the parameters, the extent or the value; results
/// of a function stand in brackets of their own before its name.
std::string name_in(std::string_view statement) {
  std::size_t from = 0;
  if (statement.starts_with(".func")) {
    from = statement.find_first_not_of(" \t", 5);
    if (from != std::string_view::npos && statement[from] == '(') from = statement.find(')') + 1;
  }
  std::size_t end = statement.find_first_of("[(=;\n", from);
  if (end == std::string_view::npos) end = statement.size();
  while (end > from && !is_in_name(statement[end - 1])) --end;
  std::size_t begin = end;
  while (begin > from && is_in_name(statement[begin - 1])) --begin;
  return std::string(statement.substr(begin, end - begin));
}

}  // namespace

ptx_text::ptx_text(std::string_view text) {
  std::string statement;
  std::ptrdiff_t depth = 0;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size());
    const std::string_view line = bare(text.substr(0, length));
    text.remove_prefix(std::min(length + 1, text.size()));
    if (line.empty()) continue;
    if (line.starts_with(".version") || line.starts_with(".target") ||
        line.starts_with(".address_size")) {
      head_ += std::string(line) + '\n';
      continue;
    }
    depth += std::count(line.begin(), line.end(), '{') - std::count(line.begin(), line.end(), '}');
    statement += std::string(line) + '\n';
    if (depth == 0 && (line.back() == ';' || line == "}")) {
      add(std::move(statement));
      statement.clear();
    }
  }
}

void ptx_text::add(std::string statement) {
  for (const std::string_view linkage : {".visible ", ".weak "})
    if (statement.starts_with(linkage)) statement.erase(0, linkage.size());
  const std::string name = name_in(statement);
  statements_[name].push_back(std::move(statement));
}

void ptx_text::collect(const std::string& name, std::vector<std::string>& needed) const {
  if (std::find(needed.begin(), needed.end(), name) != needed.end()) return;
  for (const std::string& statement : statements_.at(name))
    map_words(statement, [&](std::string_view word) {
      if (word != name && statements_.find(word) != statements_.end())
        collect(std::string(word), needed);
      return std::string();
    });
  needed.push_back(name);
}

std::string ptx_text::function(const std::string& name) const {
  if (statements_.find(name) == statements_.end())
    throw std::runtime_error("the compiler's text has no function " + name);
  std::vector<std::string> needed;
  collect(name, needed);
  std::string text;
  for (const std::string& each : needed)
    for (const std::string& statement : statements_.at(each))
      text += map_words(statement, [&](std::string_view word) {
        const bool is_other =
            word != name && std::find(needed.begin(), needed.end(), word) != needed.end();
        return is_other ? name + "__" + std::string(word) : std::string(word);
      });
  return text;
}

}  // namespace gpu::device_functions
