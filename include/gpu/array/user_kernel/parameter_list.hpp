// SPDX-License-Identifier: BSD-3-Clause
// The parameter lists of user kernels, "T x, raw float32 y", as the compiler and the library read
// them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

#include <gpu/core/dtype.hpp>

namespace gpu::user_kernels {

/// What is wrong with an entry of a list.
enum class parameter_mistake { none, syntax, reserved_name, keyword, type };

/// One entry: `[raw] [_non_const] TYPE NAME`.
struct parameter_entry {
  std::string_view name;
  std::string_view type;       ///< the name of a dtype, or the one letter of a placeholder
  std::optional<dtype> fixed;  ///< empty for a placeholder
  bool raw = false;
  bool non_const = false;
  parameter_mistake mistake = parameter_mistake::none;
  std::string_view wrong;  ///< the word that is
};

[[nodiscard]] constexpr bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

[[nodiscard]] constexpr bool is_word_character(char c) noexcept {
  return is_letter(c) || (c >= '0' && c <= '9');
}

[[nodiscard]] constexpr bool is_identifier(std::string_view text) noexcept {
  return !text.empty() && is_letter(text[0]) &&
         std::all_of(text.begin(), text.end(), is_word_character);
}

[[nodiscard]] constexpr bool is_list_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// Where `text` has the first character that `is_wanted`, or its size. The views' own functions
/// compare pointers with null, which g++ cannot do while it compiles with sanitizers.
template <class Wanted>
[[nodiscard]] constexpr std::size_t position_of(std::string_view text,
                                                const Wanted& is_wanted) noexcept {
  std::size_t at = 0;
  while (at < text.size() && !is_wanted(text[at])) ++at;
  return at;
}

/// The first word of `text`, of which it and what stands before it are removed; empty if there is
/// none.
[[nodiscard]] constexpr std::string_view take_word(std::string_view& text) noexcept {
  text.remove_prefix(position_of(text, [](char c) { return !is_list_blank(c); }));
  const std::string_view word = text.substr(0, position_of(text, is_list_blank));
  text.remove_prefix(word.size());
  return word;
}

/// The dtype of that name, as NumPy names them; `bool` and `bool_` are the same.
[[nodiscard]] constexpr std::optional<dtype> dtype_of_name(std::string_view name) noexcept {
  if (name == "bool_") return dtype::bool_;
  for (int k = 0; k < dtype_count; ++k)
    if (traits(static_cast<dtype>(k)).name == name) return static_cast<dtype>(k);
  return std::nullopt;
}

/// How many entries a list has; text of blanks alone has none.
[[nodiscard]] constexpr std::size_t entry_count(std::string_view list) noexcept {
  if (std::all_of(list.begin(), list.end(), is_list_blank)) return 0;
  return static_cast<std::size_t>(std::count(list.begin(), list.end(), ',')) + 1;
}

/// The text of entry `k`, between its commas.
[[nodiscard]] constexpr std::string_view entry_text(std::string_view list, std::size_t k) noexcept {
  const auto is_comma = [](char c) { return c == ','; };
  for (; k > 0; --k) list.remove_prefix(position_of(list, is_comma) + 1);
  return list.substr(0, position_of(list, is_comma));
}

/// Sets what the words before TYPE say.
constexpr void read_keywords(parameter_entry& entry, std::string_view words,
                             std::size_t count) noexcept {
  for (; count > 0; --count) {
    const std::string_view word = take_word(words);
    if (word == "raw") {
      entry.raw = true;
    } else if (word == "_non_const") {
      entry.non_const = true;
    } else {
      entry.mistake = parameter_mistake::keyword;
      entry.wrong = word;
      return;
    }
  }
}

/// Reads the text of an entry; the first mistake in the order of the enumeration is noted.
[[nodiscard]] constexpr parameter_entry read_entry(std::string_view text) noexcept {
  parameter_entry entry;
  const auto mistaken = [&](parameter_mistake mistake, std::string_view word) {
    entry.mistake = mistake;
    entry.wrong = word;
    return entry;
  };
  std::size_t words = 0;
  std::string_view rest = text;
  for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
    entry.type = entry.name;
    entry.name = word;
    ++words;
  }
  if (words < 2) return mistaken(parameter_mistake::syntax, words == 0 ? text : entry.name);
  if (!is_identifier(entry.name)) return mistaken(parameter_mistake::syntax, entry.name);
  if (entry.name == "i") return mistaken(parameter_mistake::reserved_name, entry.name);
  read_keywords(entry, text, words - 2);
  if (entry.mistake != parameter_mistake::none) return entry;
  if (entry.type.size() == 1 && is_letter(entry.type[0])) return entry;
  entry.fixed = dtype_of_name(entry.type);
  return entry.fixed ? entry : mistaken(parameter_mistake::type, entry.type);
}

}  // namespace gpu::user_kernels
