// SPDX-License-Identifier: BSD-3-Clause
// How the numbers of one array are written so that they stand below each other, as NumPy does it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <gpu/array/print/print_options.hpp>

#include "array/print/decimal.hpp"

namespace gpu::detail {

/// One format for floating-point numbers of dtype `type`, chosen by looking at all of them.
class real_format {
 public:
  /// @param sign  of positive numbers, as in `print_options`
  real_format(std::span<const double> values, dtype type, const print_options& options, char sign);

  [[nodiscard]] std::string operator()(double value) const;

 private:
  void choose_notation(std::span<const double> finite);
  void measure(std::span<const double> finite);
  /// Makes room for what is not finite.
  void widen(std::span<const double> values);
  /// @param is_filled  whether it has as many digits as others, if the mode fills up
  [[nodiscard]] decimal_parts parts(double value, bool is_filled) const;
  /// The point and what follows it.
  [[nodiscard]] std::size_t tail_width() const;
  [[nodiscard]] std::string not_finite(double value) const;

  dtype type_;
  const print_options& options_;
  char sign_;
  bool scientific_ = false;
  int precision_;
  std::size_t integer_width_ = 0;
  std::size_t fraction_width_ = 0;
  std::size_t exponent_width_ = 0;  ///< digits, without the sign
};

/// The text of each of `count` elements. In arrays of rank 0 they stand alone.
[[nodiscard]] std::vector<std::string> element_texts(dtype type, const void* elements,
                                                     std::size_t count,
                                                     const print_options& options, bool rank_0);

/// One element as NumPy's scalars are printed: "1.5", "1e+16", "(1+2j)", "True".
[[nodiscard]] std::string scalar_text(dtype type, const void* element);

}  // namespace gpu::detail
