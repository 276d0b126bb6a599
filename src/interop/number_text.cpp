// SPDX-License-Identifier: BSD-3-Clause
#include "interop/number_text.hpp"

#include <algorithm>
#include <charconv>
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>

#include <locale.h>

#include <gpu/core/complex.hpp>
#include <gpu/elementwise/support/cast.hpp>

namespace gpu::detail {
namespace {

constexpr std::string_view space = " \t\n\r\f\v";

std::string_view stripped(std::string_view text) {
  const std::size_t first = text.find_first_not_of(space);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(space) + 1 - first);
}

/// Infinity or a zero, for what double does not hold.
double beyond_range(std::string_view text) {
  static const locale_t classic = ::newlocale(LC_ALL_MASK, "C", nullptr);
  return ::strtod_l(std::string(text).c_str(), nullptr, classic);
}

/// The number that `text` begins with, which is taken from it.
bool take_real(std::string_view& text, double& value) {
  std::string_view rest = text;
  if (rest.starts_with('+')) {
    rest.remove_prefix(1);
    if (rest.starts_with('-')) return false;
  }
  const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (read.ec == std::errc::invalid_argument) return false;
  const auto length = static_cast<std::size_t>(read.ptr - rest.data());
  const std::string_view number = rest.substr(0, length);
  if (number.ends_with(')')) return false;  // C's "nan(text)"
  if (read.ec == std::errc::result_out_of_range) value = beyond_range(number);
  text = rest.substr(length);
  return true;
}

bool parse_real(std::string_view text, double& value) {
  text = stripped(text);
  return take_real(text, value) && text.empty();
}

/// "1", "2j", "1+2j", and those in parentheses.
bool parse_complex(std::string_view text, complex<double>& value) {
  text = stripped(text);
  if (text.starts_with('(')) {
    if (!text.ends_with(')')) return false;
    text = stripped(text.substr(1, text.size() - 2));
  }
  double real = 0;
  double imag = 0;
  if (!take_real(text, real)) return false;
  if (text.empty()) {
    value = {real, 0.0};
    return true;
  }
  if (text == "j") {
    value = {0.0, real};
    return true;
  }
  if (text.starts_with("+-")) text.remove_prefix(1);
  if (!text.starts_with('+') && !text.starts_with('-')) return false;
  if (!take_real(text, imag) || text != "j") return false;
  value = {real, imag};
  return true;
}

template <class T>
bool take_integer(std::string_view& text, T& value) {
  std::string_view rest = text;
  if (rest.starts_with('+')) {
    rest.remove_prefix(1);
    if (rest.starts_with('-')) return false;
  }
  const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (read.ec != std::errc()) return false;
  text = rest.substr(static_cast<std::size_t>(read.ptr - rest.data()));
  return true;
}

template <class T>
bool parse_integer(std::string_view text, T& value) {
  text = stripped(text);
  return take_integer(text, value) && text.empty();
}

template <class T>
bool parse(std::string_view text, T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    std::int64_t number = 0;
    if (!parse_integer(text, number)) return false;
    value = number != 0;
    return true;
  } else if constexpr (std::is_integral_v<T>) {
    return parse_integer(text, value);
  } else if constexpr (requires { value.imag(); }) {
    complex<double> number;
    if (!parse_complex(text, number)) return false;
    value = T(number);
    return true;
  } else {
    double number = 0;
    if (!parse_real(text, number)) return false;
    value = math::cast<T>(number);
    return true;
  }
}

/// "1", "2j" or "1+2j".
bool take_complex(std::string_view& text, complex<double>& value) {
  double real = 0;
  double imag = 0;
  if (!take_real(text, real)) return false;
  if (text.starts_with('+') || text.starts_with('-')) {
    if (!take_real(text, imag) || !text.starts_with('j')) return false;
    text.remove_prefix(1);
  } else if (text.starts_with('j')) {
    text.remove_prefix(1);
    std::swap(real, imag);
  }
  value = {real, imag};
  return true;
}

template <class T>
bool take(std::string_view& text, T& value) {
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    return take_integer(text, value);
  } else if constexpr (requires { value.imag(); }) {
    complex<double> number;
    if (!take_complex(text, number)) return false;
    value = T(number);
    return true;
  } else {
    double number = 0;
    if (!take_real(text, number)) return false;
    value = math::cast<T>(number);
    return true;
  }
}

}  // namespace

bool take_number(std::string_view& text, dtype type, void* to) {
  std::string_view rest = text;
  rest.remove_prefix(std::min(rest.find_first_not_of(space), rest.size()));
  const bool is_number = visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    T value{};
    if (!take(rest, value)) return false;
    std::memcpy(to, &value, sizeof value);
    return true;
  });
  if (is_number) text = rest;
  return is_number;
}

bool is_integer_text(std::string_view text) noexcept {
  text = stripped(text);
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool parse_number(std::string_view text, dtype type, void* to) {
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    T value{};
    if (!parse(text, value)) return false;
    std::memcpy(to, &value, sizeof value);
    return true;
  });
}

}  // namespace gpu::detail
