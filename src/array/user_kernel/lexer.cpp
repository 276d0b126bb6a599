// SPDX-License-Identifier: BSD-3-Clause
#include "array/user_kernel/lexer.hpp"

#include <algorithm>
#include <cstddef>

namespace gpu::user_kernels {
namespace {

constexpr std::string_view long_symbols[] = {
    "<<=", ">>=", "<=>", "...", "->*", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
    "++",  "--",  "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=", "^=", "->", "::", ".*"};

constexpr std::string_view blanks = " \t\v\f\r";

bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

bool in_word(char c) noexcept {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Text whose continued lines are joined, and where in it they were.
struct joined_lines {
  std::string text;
  std::vector<std::size_t> joints;
};

joined_lines join_lines(std::string_view text) {
  joined_lines result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find("\\\n", at), text.size());
    result.text += text.substr(at, end - at);
    if (end < text.size()) result.joints.push_back(result.text.size());
    at = end + 2;
  }
  return result;
}

void drop_blanks_after_backslash(std::string& text) {
  const std::size_t last = text.find_last_not_of(blanks);
  if (last != std::string::npos && text[last] == '\\') text.resize(last + 1);
}

/// The length of the number that `text` begins with, suffixes included: C++'s pp-number.
std::size_t number_length(std::string_view text) noexcept {
  std::size_t end = 0;
  while (end < text.size()) {
    const char c = static_cast<char>(text[end] | 32);
    const char next = end + 1 < text.size() ? text[end + 1] : ' ';
    if (((c == 'e' || c == 'p') && (next == '+' || next == '-')) ||
        (text[end] == '\'' && in_word(next)))
      end += 2;
    else if (in_word(text[end]) || text[end] == '.')
      ++end;
    else
      break;
  }
  return end;
}

/// The length of a comment, white space or nothing at the beginning of `text`.
std::size_t blank_length(std::string_view text) noexcept {
  if (text[0] == '\n' || blanks.find(text[0]) != std::string_view::npos) return 1;
  if (text.substr(0, 2) == "//") return std::min(text.find('\n'), text.size());
  if (text.substr(0, 2) != "/*") return 0;
  const std::size_t end = text.find("*/", 2);
  return end == std::string_view::npos ? 0 : end + 2;
}

/// The length of a quoted string or character, quotes included. It ends at the latest with the
/// line.
std::size_t quoted_length(std::string_view text) noexcept {
  std::size_t end = 1;
  while (end < text.size() && text[end] != text[0] && text[end] != '\n')
    end += text[end] == '\\' ? 2 : 1;
  const bool is_closed = end < text.size() && text[end] == text[0];
  return std::min(end + (is_closed ? 1 : 0), text.size());
}

/// The length of a raw string that begins with `quote`, after its prefix.
std::size_t raw_length(std::string_view text, std::size_t quote) {
  const std::size_t open = text.find('(', quote);
  if (open == std::string_view::npos) return text.size();
  const std::string close = ')' + std::string(text.substr(quote + 1, open - quote - 1)) + '"';
  const std::size_t end = text.find(close, open);
  return end == std::string_view::npos ? text.size() : end + close.size();
}

bool begins_raw_string(std::string_view word) noexcept {
  return word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
}

token next_token(std::string_view text) {
  const auto first = [&](token_kind kind, std::size_t length) {
    return token{kind, std::string(text.substr(0, length))};
  };
  if (is_digit(text[0]) || (text[0] == '.' && text.size() > 1 && is_digit(text[1])))
    return first(token_kind::number, number_length(text));
  if (in_word(text[0])) {
    std::size_t end = 1;
    while (end < text.size() && in_word(text[end])) ++end;
    if (end < text.size() && text[end] == '"' && begins_raw_string(text.substr(0, end)))
      return first(token_kind::symbol, raw_length(text, end));
    return first(token_kind::identifier, end);
  }
  if (text[0] == '"' || text[0] == '\'') return first(token_kind::symbol, quoted_length(text));
  if (text.substr(0, 2) == "/*") return {token_kind::symbol, "/*"};
  for (const std::string_view symbol : long_symbols)
    if (text.substr(0, symbol.size()) == symbol) return first(token_kind::symbol, symbol.size());
  return first(token_kind::symbol, 1);
}

}  // namespace

std::string plain_lines(std::string_view text) {
  std::string plain;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] != '\r' && text[k] != '\n') {
      plain += text[k];
      continue;
    }
    drop_blanks_after_backslash(plain);
    plain += '\n';
    if (text.substr(k, 2) == "\r\n") ++k;
  }
  drop_blanks_after_backslash(plain);
  if (plain.ends_with('\\')) plain.pop_back();
  return plain;
}

std::vector<token> tokenize(std::string_view text) {
  const joined_lines joined = join_lines(text);
  std::vector<token> tokens;
  int line = 1;
  std::size_t joint = 0;
  for (std::size_t at = 0; at < joined.text.size();) {
    for (; joint < joined.joints.size() && joined.joints[joint] <= at; ++joint) ++line;
    const std::string_view rest = std::string_view(joined.text).substr(at);
    std::size_t length = blank_length(rest);
    if (length == 0) {
      tokens.push_back(next_token(rest));
      tokens.back().line = line;
      length = tokens.back().text.size();
    }
    line += static_cast<int>(
        std::count(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(length), '\n'));
    at += length;
  }
  tokens.push_back({token_kind::end, {}, line});
  return tokens;
}

bool mentions(const std::vector<token>& tokens, std::string_view name) noexcept {
  return std::any_of(tokens.begin(), tokens.end(), [&](const token& word) {
    return word.kind == token_kind::identifier && word.text == name;
  });
}

deepest_nesting nesting_of(const std::vector<token>& tokens) noexcept {
  deepest_nesting deepest;
  int depth = 0;
  for (const token& word : tokens) {
    if (word.text == "(" || word.text == "[" || word.text == "{") ++depth;
    if (word.text == ")" || word.text == "]" || word.text == "}") --depth;
    if (depth > deepest.depth) deepest = {depth, word.line};
  }
  return deepest;
}

}  // namespace gpu::user_kernels
