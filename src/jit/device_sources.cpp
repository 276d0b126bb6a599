// SPDX-License-Identifier: BSD-3-Clause
#include "jit/device_sources.hpp"

#include <algorithm>
#include <unordered_map>

#include "jit/embedded_sources.hpp"

namespace gpu {
namespace {

using source_list = std::vector<const device_source*>;

/// The embedded headers that the text itself includes: lines "#include <name>" or "name".
source_list included_by(std::string_view text) {
  constexpr std::string_view directive = "#include";
  source_list found;
  for (std::size_t at = text.find(directive); at != std::string_view::npos;
       at = text.find(directive, at + 1)) {
    const std::size_t open = text.find_first_of("<\"\n", at + directive.size());
    if (open == std::string_view::npos || text[open] == '\n') continue;
    const std::size_t close = text.find_first_of(">\"\n", open + 1);
    if (close == std::string_view::npos) continue;
    const device_source* source = find_device_source(text.substr(open + 1, close - open - 1));
    if (source != nullptr) found.push_back(source);
  }
  return found;
}

void add_reached(const device_source* source, source_list& reached) {
  static const auto& includes = *new std::unordered_map<const device_source*, source_list>([] {
    std::unordered_map<const device_source*, source_list> all;
    for (const device_source& each : device_sources()) all[&each] = included_by(each.text);
    return all;
  }());
  if (std::find(reached.begin(), reached.end(), source) != reached.end()) return;
  reached.push_back(source);
  for (const device_source* next : includes.at(source)) add_reached(next, reached);
}

}  // namespace

std::span<const device_source> device_sources() noexcept {
  return {detail::embedded_sources, detail::embedded_source_count};
}

const device_source* find_device_source(std::string_view name) {
  static const auto& by_name = *new std::unordered_map<std::string_view, const device_source*>([] {
    std::unordered_map<std::string_view, const device_source*> all;
    for (const device_source& each : device_sources()) all[each.name] = &each;
    return all;
  }());
  const auto found = by_name.find(name);
  return found == by_name.end() ? nullptr : found->second;
}

source_list reached_device_sources(std::string_view source) {
  source_list reached;
  for (const device_source* first : included_by(source)) add_reached(first, reached);
  std::sort(reached.begin(), reached.end());
  return reached;
}

}  // namespace gpu
