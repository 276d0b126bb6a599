// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <gpu/core/error.hpp>
#include <gpu/core/integer_like.hpp>

namespace gpu {

/// A parameter that takes an integer alone: no real number, which C++ would cut, as NumPy has it:
/// "'float' object cannot be interpreted as an integer". A bool is an integer, as in Python.
class strict_integer {
 public:
  using value_type = std::ptrdiff_t;

  template <integer_like Number>
  requires(!std::same_as<Number, strict_integer>) constexpr strict_integer(Number number) noexcept
      : value_(static_cast<std::ptrdiff_t>(number)) {}
  /// Of an enumeration that C++ takes for integers.
  template <class Enumeration>
  requires(std::is_enum_v<Enumeration>&& std::convertible_to<
           Enumeration, std::ptrdiff_t>) constexpr strict_integer(Enumeration number) noexcept
      : value_(static_cast<std::ptrdiff_t>(number)) {}
  template <std::floating_point Real>
  strict_integer(Real) = delete;

  constexpr operator std::ptrdiff_t() const noexcept { return value_; }
  /// @throws overflow_error  "Python int too large to convert to C int"
  [[nodiscard]] constexpr int to_int() const {
    if (!std::in_range<int>(value_))
      throw overflow_error("Python int too large to convert to C int");
    return static_cast<int>(value_);
  }

 private:
  std::ptrdiff_t value_;
};

}  // namespace gpu
