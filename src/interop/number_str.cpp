// SPDX-License-Identifier: BSD-3-Clause
#include "interop/number_str.hpp"

#include <cmath>
#include <cstring>
#include <type_traits>

#include <gpu/core/complex.hpp>
#include <gpu/elementwise/support/cast.hpp>

#include "array/print/decimal.hpp"

namespace gpu::detail {
namespace {

/// Exponents from which Python writes them.
constexpr int min_positional = -4;
constexpr int max_positional = 15;

/// Whether NumPy writes a number without an exponent. float32 and float16 have it from the first
/// power of ten on that has more digits than they hold.
bool is_positional(double magnitude, const decimal& number, dtype type) {
  if (type == dtype::float64 || magnitude == 0)
    return number.exponent >= min_positional && number.exponent <= max_positional;
  return magnitude >= 1e-4 && magnitude < (type == dtype::float16 ? 1e3 : 1e6);
}

std::string digits_of(double value, dtype type, bool with_point) {
  const decimal number = shortest_decimal(std::abs(value), type);
  const int point = number.exponent + 1;  // how many digits stand in front of it
  const auto count = static_cast<int>(number.digits.size());
  if (!is_positional(std::abs(value), number, type)) {
    std::string text = number.digits.substr(0, 1);
    if (count > 1) text += "." + number.digits.substr(1);
    const std::string exponent = std::to_string(std::abs(number.exponent));
    text += number.exponent < 0 ? "e-" : "e+";
    return text + (exponent.size() < 2 ? "0" : "") + exponent;
  }
  if (point <= 0) return "0." + std::string(static_cast<std::size_t>(-point), '0') + number.digits;
  if (count <= point)
    return number.digits + std::string(static_cast<std::size_t>(point - count), '0') +
           (with_point ? ".0" : "");
  const auto in_front = static_cast<std::size_t>(point);
  return number.digits.substr(0, in_front) + "." + number.digits.substr(in_front);
}

/// @param plus  whether it is written, too
/// @param with_point  whether integers have ".0"
std::string real_text(double value, bool plus, bool with_point, dtype type = dtype::float64) {
  const std::string sign = std::signbit(value) && !std::isnan(value) ? "-" : plus ? "+" : "";
  if (std::isnan(value)) return sign + "nan";
  if (std::isinf(value)) return sign + "inf";
  return sign + digits_of(value, type, with_point);
}

std::string complex_text(double real, double imag) {
  if (real == 0 && !std::signbit(real)) return real_text(imag, false, false) + "j";
  return "(" + real_text(real, false, false) + real_text(imag, true, false) + "j)";
}

}  // namespace

std::string scalar_str(double value, dtype type) {
  return real_text(value, false, true, type);
}

void append_number(std::string& to, dtype type, const void* element) {
  visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    T value;
    std::memcpy(&value, element, sizeof value);
    if constexpr (std::is_same_v<T, bool>)
      to += value ? "True" : "False";
    else if constexpr (std::is_integral_v<T>)
      to += std::to_string(value);
    else if constexpr (requires { value.imag(); })
      to += complex_text(double{value.real()}, double{value.imag()});
    else
      to += real_text(math::cast<double>(value), false, true);
  });
}

}  // namespace gpu::detail
