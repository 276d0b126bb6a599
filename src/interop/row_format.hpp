// SPDX-License-Identifier: BSD-3-Clause
// Formats of numbers as Python's % takes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <gpu/core/dtype.hpp>

namespace gpu::detail {

/// A number of a text file: what integers are would be rounded as double.
using text_number = std::variant<double, std::int64_t, std::uint64_t>;

/// A text with formats of numbers.
class row_format {
 public:
  /// @param type  of which the numbers are, for `%s`
  /// @throws value_error  "unsupported format character 'q' (0x71) at index 1", "width too big",
  ///                      "precision too big"
  row_format(std::string_view text, dtype type);

  /// How many numbers it takes.
  [[nodiscard]] std::size_t count() const noexcept { return numbers_.size(); }
  /// Whether one is of integers alone: hexadecimal or octal.
  [[nodiscard]] bool needs_integers() const noexcept;
  /// Appends the text with `count()` numbers in it, whatever the locale.
  void append(std::string& to, const text_number* numbers) const;

 private:
  struct number_format {
    std::string before;       ///< the text in front of it
    std::string flags;        ///< and width and precision, as printf takes them
    std::size_t zero_padded;  ///< the width, where zeros fill it; `flags` says nothing of it then
    char conversion;
    std::size_t width;
    std::optional<std::size_t> precision;

    [[nodiscard]] bool has_flag(char flag) const noexcept {
      return flags.find(flag) != std::string::npos;
    }
    /// Appends text that is no number of printf, with spaces to fill the width.
    void append_text(std::string& to, const std::string& text) const;
    /// Appends an integer in base 8 or 16.
    void append_digits(std::string& to, bool is_negative, std::uint64_t magnitude) const;
  };
  void append_number(std::string& to, const number_format& format, const text_number& number) const;
  /// The format at `text[at]`, which is '%'. `at` becomes the place of its last character.
  static number_format take_format(std::string_view text, std::size_t& at);

  std::vector<number_format> numbers_;
  std::string end_;
  dtype type_;
};

}  // namespace gpu::detail
