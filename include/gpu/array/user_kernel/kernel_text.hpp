// SPDX-License-Identifier: BSD-3-Clause
// The texts of a user's kernel as the compiler sees them, and what is wrong with them.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>

#include <gpu/array/user_kernel/parameter_list.hpp>

namespace gpu::user_kernels {

/// A string literal as a template's argument.
template <std::size_t N>
struct fixed_text {
  consteval fixed_text(const char (&text)[N]) { std::copy_n(text, N, characters); }
  [[nodiscard]] constexpr std::string_view view() const noexcept { return {characters, N - 1}; }

  char characters[N];
};

/// The entries of a list.
template <fixed_text List>
inline constexpr auto parameters_of = [] {
  std::array<parameter_entry, entry_count(List.view())> all;
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = read_entry(entry_text(List.view(), k));
  return all;
}();

/// Words that C++ keeps for itself, beside those that no parameter would be called.
inline constexpr std::string_view cpp_keywords[] = {
    "auto",    "bool",   "break",   "case",   "char",     "class",  "const",    "continue",
    "default", "delete", "do",      "double", "else",     "enum",   "false",    "float",
    "for",     "goto",   "if",      "int",    "long",     "new",    "operator", "private",
    "public",  "return", "short",   "signed", "sizeof",   "static", "struct",   "switch",
    "this",    "true",   "typedef", "union",  "unsigned", "using",  "void",     "while"};

template <class Entries>
[[nodiscard]] consteval bool has_mistake(const Entries& entries, parameter_mistake mistake) {
  return std::any_of(entries.begin(), entries.end(),
                     [&](const parameter_entry& entry) { return entry.mistake == mistake; });
}

template <class Entries>
[[nodiscard]] consteval bool has_reserved_name(const Entries& entries) {
  return std::any_of(entries.begin(), entries.end(), [](const parameter_entry& entry) {
    return entry.mistake == parameter_mistake::reserved_name || entry.name == "_ind" ||
           std::find(std::begin(cpp_keywords), std::end(cpp_keywords), entry.name) !=
               std::end(cpp_keywords);
  });
}

template <class Inputs, class Outputs>
[[nodiscard]] consteval bool has_duplicate(const Inputs& in, const Outputs& out) {
  const auto count = [&](std::string_view name) {
    const auto is_same = [&](const parameter_entry& entry) { return entry.name == name; };
    return std::count_if(in.begin(), in.end(), is_same) +
           std::count_if(out.begin(), out.end(), is_same);
  };
  const auto is_twice = [&](const parameter_entry& entry) { return count(entry.name) > 1; };
  return std::any_of(in.begin(), in.end(), is_twice) ||
         std::any_of(out.begin(), out.end(), is_twice);
}

/// Whether an output's type is a letter that is no input's.
template <class Inputs, class Outputs>
[[nodiscard]] consteval bool has_unknown_placeholder(const Inputs& in, const Outputs& out) {
  return std::any_of(out.begin(), out.end(), [&](const parameter_entry& output) {
    return !output.fixed && output.mistake == parameter_mistake::none &&
           std::none_of(in.begin(), in.end(),
                        [&](const parameter_entry& input) { return input.type == output.type; });
  });
}

/// Whether `name` is one of the words of `text`.
[[nodiscard]] constexpr bool mentions_word(std::string_view text, std::string_view name) {
  while (!text.empty()) {
    text.remove_prefix(position_of(text, is_word_character));
    const std::size_t end = position_of(text, [](char c) { return !is_word_character(c); });
    if (end != 0 && text.substr(0, end) == name) return true;
    text.remove_prefix(end);
  }
  return false;
}

template <class Outputs>
[[nodiscard]] consteval bool mentions_all(std::string_view text, const Outputs& out) {
  return std::all_of(out.begin(), out.end(), [&](const parameter_entry& output) {
    return mentions_word(text, output.name);
  });
}

}  // namespace gpu::user_kernels
