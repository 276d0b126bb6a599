// SPDX-License-Identifier: BSD-3-Clause
#include "kernel_lexer.hpp"

#include <algorithm>
#include <cctype>

namespace gpu::user_kernels {
namespace {

constexpr std::string_view long_symbols[] = {
    "<<=", ">>=", "<=>", "...", "->*", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
    "++",  "--",  "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=", "^=", "->", "::", ".*"};

bool in_word(char c) noexcept {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

/// The length of the number that `text` begins with, suffixes included.
std::size_t number_length(std::string_view text) noexcept {
  const bool hexadecimal = text.size() > 1 && text[0] == '0' && (text[1] | 32) == 'x';
  std::size_t end = 0;
  while (end < text.size()) {
    const char c = static_cast<char>(text[end] | 32);
    const bool exponent = hexadecimal ? c == 'p' : c == 'e';
    if (exponent && end + 1 < text.size() && (text[end + 1] == '+' || text[end + 1] == '-'))
      end += 2;
    else if (in_word(text[end]) || text[end] == '.' || text[end] == '\'')
      ++end;
    else
      break;
  }
  return end;
}

/// The length of a comment, white space or nothing at the beginning of `text`.
std::size_t blank_length(std::string_view text) noexcept {
  if (std::isspace(static_cast<unsigned char>(text[0])) != 0) return 1;
  if (text.substr(0, 2) == "//") return std::min(text.find('\n'), text.size());
  if (text.substr(0, 2) == "/*") return std::min(text.find("*/", 2), text.size() - 2) + 2;
  return 0;
}

/// The length of a quoted string or character, quotes included.
std::size_t quoted_length(std::string_view text) noexcept {
  std::size_t end = 1;
  while (end < text.size() && text[end] != text[0]) end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

token next_token(std::string_view text) {
  if (is_digit(text[0]) || (text[0] == '.' && text.size() > 1 && is_digit(text[1])))
    return {token_kind::number, text.substr(0, number_length(text))};
  if (in_word(text[0])) {
    std::size_t end = 1;
    while (end < text.size() && in_word(text[end])) ++end;
    return {token_kind::identifier, text.substr(0, end)};
  }
  if (text[0] == '"' || text[0] == '\'')
    return {token_kind::symbol, text.substr(0, quoted_length(text))};
  for (const std::string_view symbol : long_symbols)
    if (text.substr(0, symbol.size()) == symbol) return {token_kind::symbol, symbol};
  return {token_kind::symbol, text.substr(0, 1)};
}

}  // namespace

std::vector<token> tokenize(std::string_view text) {
  std::vector<token> tokens;
  int line = 1;
  while (!text.empty()) {
    std::size_t length = blank_length(text);
    if (length == 0) {
      tokens.push_back(next_token(text));
      tokens.back().line = line;
      length = tokens.back().text.size();
    }
    line +=
        static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(length), '\n'));
    text.remove_prefix(length);
  }
  tokens.push_back({token_kind::end, {}, line});
  return tokens;
}

bool mentions(const std::vector<token>& tokens, std::string_view name) noexcept {
  return std::any_of(tokens.begin(), tokens.end(), [&](const token& word) {
    return word.kind == token_kind::identifier && word.text == name;
  });
}

}  // namespace gpu::user_kernels
