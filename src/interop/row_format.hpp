// SPDX-License-Identifier: BSD-3-Clause
// Formats of numbers as Python's % takes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace gpu::detail {

/// A number of a text file: what integers are would be rounded as double.
using text_number = std::variant<double, std::int64_t, std::uint64_t>;

/// A text with formats of numbers.
class row_format {
 public:
  /// @throws value_error  "unsupported format character 'q' (0x71) at index 1", "width too big",
  ///                      "precision too big"
  explicit row_format(std::string_view text);

  /// How many numbers it takes.
  [[nodiscard]] std::size_t count() const noexcept { return numbers_.size(); }
  /// Appends the text with `count()` numbers in it, whatever the locale.
  void append(std::string& to, const text_number* numbers) const;

 private:
  struct number_format {
    std::string before;       ///< the text in front of it
    std::string flags;        ///< and width and precision, as printf takes them
    std::size_t zero_padded;  ///< the width, where zeros fill it; `flags` says nothing of it then
    char conversion;
  };
  /// The format at `text[at]`, which is '%'. `at` becomes the place of its last character.
  static number_format take_format(std::string_view text, std::size_t& at);

  std::vector<number_format> numbers_;
  std::string end_;
};

}  // namespace gpu::detail
