// SPDX-License-Identifier: BSD-3-Clause
// The words of kernel text.
#pragma once

#include <string_view>
#include <vector>

namespace gpu::user_kernels {

enum class token_kind { identifier, number, symbol, end };

struct token {
  token_kind kind = token_kind::end;
  std::string_view text;  ///< empty at the end
  int line = 1;
};

/// The tokens of `text` without comments, and one of kind `end`. A symbol is one of C++'s operators
/// and punctuators, the longest that fits; characters that begin none stand alone.
[[nodiscard]] std::vector<token> tokenize(std::string_view text);

/// Whether `name` is a word of the text, outside comments and quotes.
[[nodiscard]] bool mentions(const std::vector<token>& tokens, std::string_view name) noexcept;

}  // namespace gpu::user_kernels
