// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>

namespace gpu {

/// A parameter that takes a bool alone: no pointer, so no text, and no number.
class strict_bool {
 public:
  template <std::same_as<bool> Bool>
  constexpr strict_bool(Bool value) noexcept : value_(value) {}

  constexpr operator bool() const noexcept { return value_; }

 private:
  bool value_;
};

}  // namespace gpu
