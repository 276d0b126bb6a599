// SPDX-License-Identifier: BSD-3-Clause
// The words of kernel text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpu::user_kernels {

enum class token_kind { identifier, number, symbol, end };

struct token {
  token_kind kind = token_kind::end;
  std::string text;  ///< empty at the end
  int line = 1;
};

/// `text` as every compiler reads it the same way: lines end in "\n" alone, a backslash that
/// continues a line is its last character, and the last line has none.
[[nodiscard]] std::string plain_lines(std::string_view text);

/// The tokens of `text` without comments, and one of kind `end`. A line that ends in a backslash
/// goes on with the next. A symbol is one of C++'s operators and punctuators, the longest that
/// fits, a quotation, or "/*" where a comment does not end; characters that begin none stand alone.
[[nodiscard]] std::vector<token> tokenize(std::string_view text);

/// Whether `name` is a word of the text, outside comments and quotes.
[[nodiscard]] bool mentions(const std::vector<token>& tokens, std::string_view name) noexcept;

/// How deep parentheses, brackets and braces may nest: C++ asks compilers for 256.
inline constexpr int max_nesting = 1000;

/// How deep they do.
struct deepest_nesting {
  int depth = 0;
  int line = 1;
};
[[nodiscard]] deepest_nesting nesting_of(const std::vector<token>& tokens) noexcept;

}  // namespace gpu::user_kernels
