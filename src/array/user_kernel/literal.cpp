// SPDX-License-Identifier: BSD-3-Clause
#include "array/user_kernel/literal.hpp"

#include <charconv>
#include <limits>
#include <string>

#include <gpu/graph/build.hpp>

#include "array/user_kernel/parameters.hpp"

namespace gpu::user_kernels {

using graph::node_ptr;

namespace {

template <class T>
node_ptr constant(T value) {
  return graph::make_scalar(dtype_of<T>, &value);
}

template <class T>
node_ptr floating_literal(std::string_view digits, std::chars_format format) {
  T value{};
  const auto [end, status] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, format);
  if (end != digits.data() + digits.size() || status != std::errc()) return nullptr;
  return constant(value);
}

/// @param suffix  lower case
node_ptr integer_literal(std::string_view digits, int base, std::string_view suffix) {
  std::uint64_t value = 0;
  const auto [end, status] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (end != digits.data() + digits.size() || status != std::errc()) return nullptr;
  const bool is_unsigned = suffix.find('u') != std::string_view::npos;
  const bool is_long = suffix.find('l') != std::string_view::npos;
  if (suffix != "" && suffix != "u" && suffix != "l" && suffix != "ll" && suffix != "ul" &&
      suffix != "ull" && suffix != "lu" && suffix != "llu")
    return nullptr;
  if (!is_unsigned && !is_long && value <= std::numeric_limits<std::int32_t>::max())
    return constant(static_cast<std::int32_t>(value));
  if ((is_unsigned || base != 10) && !is_long && value <= std::numeric_limits<std::uint32_t>::max())
    return constant(static_cast<std::uint32_t>(value));
  if (!is_unsigned && value <= std::numeric_limits<std::int64_t>::max())
    return constant(static_cast<std::int64_t>(value));
  if (is_unsigned || base != 10) return constant(value);
  return nullptr;
}

/// Whether every ' stands between two digits.
bool separates_digits(std::string_view text) noexcept {
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  const auto is_digit = [&](char c) {
    const char lower = static_cast<char>(c | 32);
    return (c >= '0' && c <= '9') || (hexadecimal && lower >= 'a' && lower <= 'f');
  };
  for (std::size_t at = text.find('\''); at != std::string_view::npos; at = text.find('\'', at + 1))
    if (at == 0 || at + 1 == text.size() || !is_digit(text[at - 1]) || !is_digit(text[at + 1]))
      return false;
  return true;
}

struct number_name {
  std::string_view name;
  double value;
  bool is_float = false;
};
constexpr number_name numbers[] = {
    {"M_E", 2.7182818284590452354},
    {"M_LOG2E", 1.4426950408889634074},
    {"M_LOG10E", 0.43429448190325182765},
    {"M_LN2", 0.69314718055994530942},
    {"M_LN10", 2.30258509299404568402},
    {"M_PI", 3.14159265358979323846},
    {"M_PI_2", 1.57079632679489661923},
    {"M_PI_4", 0.78539816339744830962},
    {"M_1_PI", 0.31830988618379067154},
    {"M_2_PI", 0.63661977236758134308},
    {"M_2_SQRTPI", 1.12837916709551257390},
    {"M_SQRT2", 1.41421356237309504880},
    {"M_SQRT1_2", 0.70710678118654752440},
    {"DBL_MAX", std::numeric_limits<double>::max()},
    {"DBL_MIN", std::numeric_limits<double>::min()},
    {"DBL_EPSILON", std::numeric_limits<double>::epsilon()},
    {"FLT_MAX", std::numeric_limits<float>::max(), true},
    {"FLT_MIN", std::numeric_limits<float>::min(), true},
    {"FLT_EPSILON", std::numeric_limits<float>::epsilon(), true},
    {"INFINITY", std::numeric_limits<double>::infinity(), true},
    {"NAN", std::numeric_limits<double>::quiet_NaN(), true},
};

struct type_name {
  std::string_view name;
  dtype type;
};
constexpr type_name type_names[] = {
    {"char", dtype::int8},       {"short", dtype::int16},     {"int", dtype::int32},
    {"long", dtype::int64},      {"float", dtype::float32},   {"double", dtype::float64},
    {"size_t", dtype::uint64},   {"ptrdiff_t", dtype::int64}, {"int8_t", dtype::int8},
    {"int16_t", dtype::int16},   {"int32_t", dtype::int32},   {"int64_t", dtype::int64},
    {"uint8_t", dtype::uint8},   {"uint16_t", dtype::uint16}, {"uint32_t", dtype::uint32},
    {"uint64_t", dtype::uint64},
};

}  // namespace

node_ptr literal(std::string_view text) {
  if (!separates_digits(text) || text.find("lL") != std::string_view::npos ||
      text.find("Ll") != std::string_view::npos)
    return nullptr;
  std::string plain;
  for (const char c : text)
    if (c != '\'') plain += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  std::string_view digits = plain;
  const bool hexadecimal = digits.starts_with("0x");
  const bool binary = digits.starts_with("0b");
  if (hexadecimal || binary) digits.remove_prefix(2);
  const bool floating = digits.find_first_of(hexadecimal ? ".p" : ".e") != std::string_view::npos;
  if (floating && !binary) {
    const auto format = hexadecimal ? std::chars_format::hex : std::chars_format::general;
    if (hexadecimal && digits.find('p') == std::string_view::npos) return nullptr;
    if (!digits.ends_with('f')) return floating_literal<double>(digits, format);
    digits.remove_suffix(1);
    return floating_literal<float>(digits, format);
  }
  const std::size_t end = digits.find_first_of("ul");
  const std::string_view suffix = end == std::string_view::npos ? "" : digits.substr(end);
  digits = digits.substr(0, end);
  const bool octal = !hexadecimal && !binary && digits.size() > 1 && digits[0] == '0';
  return integer_literal(digits, hexadecimal ? 16 : binary ? 2 : octal ? 8 : 10, suffix);
}

node_ptr named_constant(std::string_view name) {
  if (name == "true" || name == "false") return constant(name == "true");
  if (name == "INT_MAX") return constant(std::numeric_limits<std::int32_t>::max());
  if (name == "INT_MIN") return constant(std::numeric_limits<std::int32_t>::min());
  for (const number_name& number : numbers)
    if (number.name == name)
      return number.is_float ? constant(static_cast<float>(number.value)) : constant(number.value);
  return nullptr;
}

std::optional<dtype> named_type(std::string_view name) noexcept {
  for (const type_name& row : type_names)
    if (row.name == name) return row.type;
  const std::optional<dtype> type = dtype_of_name(name);
  if (type == dtype::float16 || type == dtype::bfloat16) return std::nullopt;
  return type;
}

std::optional<dtype> fundamental_type(std::string_view words) noexcept {
  std::string_view base;
  int signs = 0;
  int ints = 0;
  int longs = 0;
  bool is_unsigned = false;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    const std::string_view word = words.substr(0, end);
    words.remove_prefix(std::min(end + 1, words.size()));
    is_unsigned = is_unsigned || word == "unsigned";
    if (word == "unsigned" || word == "signed")
      ++signs;
    else if (word == "int")
      ++ints;
    else if (word == "long")
      ++longs;
    else if (base.empty() && named_type(word))
      base = word;
    else
      return std::nullopt;
  }
  const bool takes_int = base.empty() || base == "short";
  const bool takes_sign = takes_int || base == "char";
  if (signs > (takes_sign ? 1 : 0) || ints > (takes_int ? 1 : 0) || longs > (base.empty() ? 2 : 0))
    return std::nullopt;
  const dtype type = longs > 0 ? dtype::int64 : base.empty() ? dtype::int32 : *named_type(base);
  if (!is_unsigned) return type;
  return static_cast<dtype>(static_cast<int>(dtype::uint8) + static_cast<int>(type) -
                            static_cast<int>(dtype::int8));
}

}  // namespace gpu::user_kernels
