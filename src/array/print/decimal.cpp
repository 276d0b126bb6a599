// SPDX-License-Identifier: BSD-3-Clause
#include "array/print/decimal.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <vector>

namespace gpu::detail {
namespace {

/// The decimal that std::to_chars wrote in scientific notation.
decimal parse_scientific(std::string_view text) {
  decimal result;
  result.negative = text.front() == '-';
  if (result.negative) text.remove_prefix(1);
  const std::size_t e = text.find('e');
  result.digits = text.front();
  if (e > 1) result.digits += text.substr(2, e - 2);
  result.digits.erase(std::max<std::size_t>(result.digits.find_last_not_of('0') + 1, 1));
  const std::size_t exponent = text[e + 1] == '+' ? e + 2 : e + 1;
  std::from_chars(text.data() + exponent, text.data() + text.size(), result.exponent);
  return result;
}

/// `precision` digits behind the point, or as many as `T` needs if it is negative.
template <class T>
decimal to_scientific(T value, int precision) {
  std::vector<char> buffer(static_cast<std::size_t>(std::max(precision, 0)) + 64);
  char* const end = buffer.data() + buffer.size();
  const auto written =
      precision < 0
          ? std::to_chars(buffer.data(), end, value, std::chars_format::scientific)
          : std::to_chars(buffer.data(), end, value, std::chars_format::scientific, precision);
  return parse_scientific({buffer.data(), written.ptr});
}

double value_of(const decimal& number) {
  const std::string text =
      number.digits + "e" +
      std::to_string(number.exponent + 1 - static_cast<int>(number.digits.size()));
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return number.negative ? -value : value;
}

/// One more, or one less, in the last place of the digits.
decimal next_decimal(decimal number, int step) {
  const long long digits = std::stoll(number.digits) + step;
  const std::size_t length = number.digits.size();
  number.digits = std::to_string(digits);
  number.exponent += static_cast<int>(number.digits.size()) - static_cast<int>(length);
  return number;
}

/// For formats of 16 bits: the first length at which one of the nearest decimals reads back.
template <class Half>
decimal shortest_of_half(double value) {
  const auto reads_back = [&](const decimal& number) {
    return Half(value_of(number)).bits() == Half(value).bits();
  };
  for (int precision = 0;; ++precision) {
    // Keeps the zeros at the end, which count when the last place is changed.
    decimal nearest = to_scientific(value, precision);
    if (reads_back(nearest)) return nearest;
    nearest.digits.resize(static_cast<std::size_t>(precision) + 1, '0');
    for (const int step : {1, -1}) {
      decimal neighbour = next_decimal(nearest, step);
      if (!reads_back(neighbour)) continue;
      neighbour.digits.erase(neighbour.digits.find_last_not_of('0') + 1);
      return neighbour;
    }
  }
}

/// Behind the decimal point.
int fraction_digits(const decimal& number) {
  return static_cast<int>(number.digits.size()) - 1 - number.exponent;
}

std::string sign_of(const decimal& number, bool plus) {
  return number.negative ? "-" : plus ? "+" : "";
}

}  // namespace

decimal shortest_decimal(double value, dtype type) {
  if (value == 0) return {std::signbit(value), "0", 0};
  if (type == dtype::float16) return shortest_of_half<float16>(value);
  if (type == dtype::bfloat16) return shortest_of_half<bfloat16>(value);
  if (type == dtype::float32) return to_scientific(static_cast<float>(value), -1);
  return to_scientific(value, -1);
}

decimal rounded_scientific(double value, const decimal& shortest, int precision) {
  if (static_cast<int>(shortest.digits.size()) <= precision + 1) return shortest;
  return to_scientific(value, precision);
}

decimal filled_scientific(double value, const decimal& shortest, int precision) {
  const auto count = static_cast<std::size_t>(precision) + 1;
  decimal result = shortest.digits.size() == count ? shortest : to_scientific(value, precision);
  result.digits.resize(count, '0');
  return result;
}

decimal rounded_positional(double value, const decimal& shortest, int precision) {
  return fraction_digits(shortest) <= precision ? shortest : exact_positional(value, precision);
}

decimal filled_positional(double value, const decimal& shortest, int precision) {
  return fraction_digits(shortest) == precision ? shortest : exact_positional(value, precision);
}

decimal exact_positional(double value, int precision) {
  std::vector<char> buffer(static_cast<std::size_t>(precision) + 400);
  const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                     std::chars_format::fixed, precision);
  std::string digits(buffer.data(), written.ptr);
  decimal result;
  result.negative = digits.front() == '-';
  if (result.negative) digits.erase(0, 1);
  const std::size_t point = std::min(digits.find('.'), digits.size());
  if (point < digits.size()) digits.erase(point, 1);
  const std::size_t first = digits.find_first_not_of('0');
  if (first == std::string::npos) return {result.negative, "0", 0};
  result.exponent = static_cast<int>(point) - 1 - static_cast<int>(first);
  result.digits = digits.substr(first, digits.find_last_not_of('0') + 1 - first);
  return result;
}

decimal_parts scientific_parts(const decimal& number, bool plus) {
  const std::string exponent = std::to_string(std::abs(number.exponent));
  return {
      sign_of(number, plus) + number.digits.substr(0, 1), number.digits.substr(1),
      (number.exponent < 0 ? "-" : "+") + std::string(exponent.size() < 2 ? 1 : 0, '0') + exponent};
}

decimal_parts positional_parts(const decimal& number, bool plus) {
  decimal_parts parts{sign_of(number, plus), "", ""};
  const auto size = static_cast<int>(number.digits.size());
  if (number.exponent < 0) {
    parts.integer += "0";
    parts.fraction =
        std::string(static_cast<std::size_t>(-number.exponent - 1), '0') + number.digits;
  } else if (number.exponent >= size - 1) {
    parts.integer +=
        number.digits + std::string(static_cast<std::size_t>(number.exponent + 1 - size), '0');
  } else {
    const auto point = static_cast<std::size_t>(number.exponent) + 1;
    parts.integer += number.digits.substr(0, point);
    parts.fraction = number.digits.substr(point);
  }
  return parts;
}

}  // namespace gpu::detail
