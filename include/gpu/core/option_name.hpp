// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>

namespace gpu {

/// An option by its name, as "valid" or "reflect", or other short text. The number 0 is none,
/// though C++ takes a literal 0 for a pointer to characters.
class option_name {
 public:
  template <std::convertible_to<std::string_view> Text>
  requires(!std::same_as<Text, std::nullptr_t>) constexpr option_name(const Text& text)
      : text_(text) {}

  constexpr operator std::string_view() const noexcept { return text_; }

 private:
  std::string_view text_;
};

}  // namespace gpu
