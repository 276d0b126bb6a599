// SPDX-License-Identifier: BSD-3-Clause
#include "jit/other_files.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

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

/// Whether "include" at this place is part of "#include <NAME>" of an embedded header.
bool includes_embedded(std::string_view text, std::size_t at) {
  if (at == 0 || text[at - 1] != '#') return false;
  const std::string_view rest = text.substr(at + std::string_view("include").size());
  const std::size_t open = rest.find_first_not_of(blanks);
  if (open == std::string_view::npos || rest[open] != '<') return false;
  const std::size_t close = rest.find('>', open);
  return close != std::string_view::npos &&
         find_device_source(rest.substr(open + 1, close - open - 1)) != nullptr;
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
  if (!std::all_of(program.options.begin(), program.options.end(), is_harmless)) return true;
  const std::string text = without_continuations(program.source);
  const auto never = [](std::size_t) { return false; };
  const auto outside = [&](std::size_t at) { return !is_in_directive(text, at); };
  return !all_mentions(text, "include", [&](auto at) { return includes_embedded(text, at); }) ||
         !all_mentions(text, "incbin", never) || !all_mentions(text, "__has_embed", never) ||
         !all_mentions(text, "embed", outside) || !all_mentions(text, "import", outside);
}

}  // namespace gpu::detail
