// SPDX-License-Identifier: BSD-3-Clause
#include "jit/other_files.hpp"

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <system_error>

#include "jit/device_sources.hpp"

namespace gpu::detail {
namespace {

constexpr std::string_view blanks = " \t\v\f\r";

/// The text with its continued lines joined, which compilers do before they look for words.
std::string without_continuations(std::string_view text) {
  std::string joined;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t after = text[at] == '\\' ? text.find_first_not_of(blanks, at + 1) : at;
    if (text[at] == '\\' && after != std::string_view::npos && text[after] == '\n')
      at = after;
    else
      joined += text[at];
  }
  return joined;
}

/// NAME if "include" at this place is part of "#include <NAME>"; else empty.
std::string_view included_name(std::string_view text, std::size_t at) {
  if (at == 0 || text[at - 1] != '#') return {};
  const std::string_view rest = text.substr(at + std::string_view("include").size());
  const std::size_t open = rest.find_first_not_of(blanks);
  if (open == std::string_view::npos || rest[open] != '<') return {};
  const std::size_t close = rest.find_first_of(">\n", open);
  if (close == std::string_view::npos || rest[close] == '\n') return {};
  return rest.substr(open + 1, close - open - 1);
}

bool lies_in(const std::vector<std::string>& folders, std::string_view name) {
  if (name.empty() || name.front() == '/' || name.find("..") != std::string_view::npos)
    return false;
  return std::any_of(folders.begin(), folders.end(), [&](const std::string& folder) {
    std::error_code none;
    return std::filesystem::is_regular_file(std::filesystem::path(folder) / name, none);
  });
}

/// "#embed", "#import": whether it is a word of a directive.
bool is_in_directive(std::string_view text, std::size_t at) {
  const std::size_t line = at == 0 ? at : text.rfind('\n', at - 1) + 1;
  const std::size_t start = std::min(text.find_first_not_of(blanks, line), at);
  return text[start] == '#' || text.substr(start, 2) == "%:";
}

template <class Accept>
bool all_mentions(std::string_view text, std::string_view word, const Accept& accept) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
    if (!accept(at)) return false;
  return true;
}

/// "--ftz=true" and "-ftz=true" are the same to NVRTC.
bool is_harmless(std::string_view option) {
  if (option.find("native") != std::string_view::npos) return false;
  if (option.starts_with("--")) option.remove_prefix(1);
  constexpr std::string_view harmless[] = {
      "-D",     "-U",     "-O",        "-W",       "-std=",          "-ff",
      "-fno-",  "-fmad=", "-ftz=",     "-prec-",   "-use_fast_math", "-maxrregcount=",
      "-march", "-mtune", "-mprefer-", "-mavx",    "-msse",          "-mfma",
      "-w",     "-g",     "-restrict", "-funroll", "-lineinfo",      "-extra-device-vectorization",
  };
  return !(option.starts_with("-W") && option.find(',') != std::string_view::npos) &&
         std::any_of(std::begin(harmless), std::end(harmless),
                     [&](std::string_view known) { return option.starts_with(known); });
}

}  // namespace

bool reads_other_files(const program& program) {
  return reads_other_files(program, {});
}

bool reads_other_files(const program& program, const std::vector<std::string>& toolchain_folders) {
  if (!std::all_of(program.options.begin(), program.options.end(), is_harmless)) return true;
  const std::string text = without_continuations(program.source);
  const auto never = [](std::size_t) { return false; };
  const auto outside = [&](std::size_t at) { return !is_in_directive(text, at); };
  const auto known = [&](auto at) {
    const std::string_view name = included_name(text, at);
    return find_device_source(name) != nullptr || lies_in(toolchain_folders, name);
  };
  return !all_mentions(text, "include", known) || !all_mentions(text, "incbin", never) ||
         !all_mentions(text, "__has_embed", never) || !all_mentions(text, "embed", outside) ||
         !all_mentions(text, "import", outside);
}

}  // namespace gpu::detail
