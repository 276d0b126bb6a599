// SPDX-License-Identifier: BSD-3-Clause
#include "jit/diagnostic.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

#include <gpu/core/text_of.hpp>

#include "jit/device_sources.hpp"

namespace gpu::detail {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

/// The lines of `file` that the log names, as "file(12): ..." or "file:12:5: ...".
std::set<std::size_t> named_lines(std::string_view log, std::string_view file) {
  std::set<std::size_t> named;
  if (file.empty()) return named;
  for (std::size_t at = log.find(file); at != std::string_view::npos; at = log.find(file, at + 1)) {
    std::size_t digit = at + file.size();
    if (digit >= log.size() || (log[digit] != '(' && log[digit] != ':')) continue;
    std::size_t line = 0;
    while (++digit < log.size() && std::isdigit(static_cast<unsigned char>(log[digit])) != 0)
      line = line * 10 + static_cast<std::size_t>(log[digit] - '0');
    if (line != 0) named.insert(line);
  }
  return named;
}

/// Each named line with a mark, between its neighbours; a gap is "...".
std::string numbered(std::string_view text, const std::set<std::size_t>& named) {
  const std::vector<std::string_view> lines = lines_of(text);
  std::string shown;
  std::size_t last = 0;
  for (std::size_t number = 1; number <= lines.size(); ++number) {
    const bool is_named = named.count(number) != 0;
    if (!is_named && named.count(number + 1) == 0 && named.count(number - 1) == 0) continue;
    if (last != 0 && number != last + 1) shown += "      ...\n";
    const std::string digits = std::to_string(number);
    shown +=
        text_of(is_named ? "> " : "  ", std::string(digits.size() < 4 ? 4 - digits.size() : 0, ' '),
                digits, " | ", lines[number - 1], '\n');
    last = number;
  }
  return shown;
}

std::string section(std::string_view title, std::string_view text, std::string_view log) {
  const std::string shown = numbered(text, named_lines(log, title));
  return shown.empty() ? std::string() : text_of("\n", title, ":\n", shown);
}

}  // namespace

compile_error explain(const program& program, const failed_compilation& failed) {
  std::string message =
      text_of(program.name, " does not compile ", failed.target, " (", failed.compiler, ")\n");
  for (const user_text& user : program.user_texts)
    message += section(user.label, user.text, failed.log);
  message += section(failed.file_name, program.source, failed.log);
  for (const device_source* header : reached_device_sources(program.source))
    message += section(header->name, header->text, failed.log);
  message += text_of("\n", failed.log, "\noptions:");
  for (const std::string& option : failed.options) message += " " + option;
  return {message, failed.log, program.source};
}

}  // namespace gpu::detail
