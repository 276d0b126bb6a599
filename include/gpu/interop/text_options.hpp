// SPDX-License-Identifier: BSD-3-Clause
// Options of text files that are given in more than one way.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gpu {

/// What stands between columns: a character or a text, `','` or `","`; or as `std::nullopt`, where
/// NumPy has None, white space.
class text_delimiter {
 public:
  text_delimiter(std::nullopt_t) noexcept {}
  text_delimiter(char character) : text_(std::string(1, character)) {}
  text_delimiter(const char* text) : text_(text) {}
  text_delimiter(std::string text) : text_(std::move(text)) {}

  [[nodiscard]] const std::optional<std::string>& text() const& noexcept { return text_; }
  [[nodiscard]] std::optional<std::string> text() const&& { return text_; }

 private:
  std::optional<std::string> text_;
};

/// One text or several: `"%d"`, `{"%d", "%.3f"}`.
class text_list {
 public:
  text_list(const char* text) : texts_{text} {}
  text_list(std::string text) : texts_{std::move(text)} {}
  text_list(std::initializer_list<std::string> texts) : texts_(texts) {}
  text_list(std::vector<std::string> texts) noexcept : texts_(std::move(texts)) {}

  [[nodiscard]] const std::vector<std::string>& texts() const& noexcept { return texts_; }
  [[nodiscard]] std::vector<std::string> texts() const&& { return texts_; }

 private:
  std::vector<std::string> texts_;
};

}  // namespace gpu
