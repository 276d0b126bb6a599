// SPDX-License-Identifier: BSD-3-Clause
#include "interop/row_format.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cinttypes>
#include <cmath>
#include <concepts>
#include <cstdio>
#include <limits>
#include <utility>

#include <locale.h>

#include <gpu/array/print/number_repr.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "interop/number_str.hpp"

namespace gpu::detail {
namespace {

/// Numbers have a decimal point until the end of the scope, in this thread.
class classic_locale_guard {
 public:
  [[nodiscard]] classic_locale_guard() : before_(::uselocale(classic())) {}
  ~classic_locale_guard() { ::uselocale(before_); }
  classic_locale_guard(const classic_locale_guard&) = delete;
  classic_locale_guard& operator=(const classic_locale_guard&) = delete;

 private:
  static locale_t classic() {
    static const locale_t result = ::newlocale(LC_ALL_MASK, "C", nullptr);
    return result;
  }

  locale_t before_;
};

template <class Number>
void print(std::string& to, const std::string& format, Number number) {
  constexpr std::size_t usual_size = 64;
  const std::size_t before = to.size();
  const auto print_into = [&](std::size_t room) {
    to.resize(before + room);
    return static_cast<std::size_t>(
        std::snprintf(to.data() + before, room, format.c_str(), number));
  };
  const std::size_t size = print_into(usual_size);
  if (size >= usual_size) print_into(size + 1);  // snprintf ends it with a zero
  to.resize(before + size);
}

/// As Python's `str` has it.
template <class Number>
std::string str_of(Number number, dtype type) {
  if constexpr (std::is_same_v<Number, double>)
    return scalar_str(number, type);
  else if (type == dtype::bool_)
    return number != 0 ? "True" : "False";
  else
    return std::to_string(number);
}

/// With the sign that the flags ask for, which printf leaves out of unsigned numbers.
void print_integer(std::string& to, const std::string& flags, std::integral auto number) {
  static_assert(std::numeric_limits<long double>::digits >= 64);
  if (std::in_range<std::int64_t>(number))
    print(to, flags + PRId64, static_cast<std::int64_t>(number));
  else
    print(to, flags.substr(0, flags.find('.')) + ".0Lf", static_cast<long double>(number));
}

void print_whole(std::string& to, const std::string& flags, double number) {
  if (std::isnan(number)) throw value_error("cannot convert float NaN to integer");
  if (std::isinf(number)) throw overflow_error("cannot convert float infinity to integer");
  constexpr double int64_limit = 9223372036854775808.0;
  if (std::abs(number) < int64_limit)
    print(to, flags + PRId64, static_cast<std::int64_t>(number));
  else
    print(to, flags.substr(0, flags.find('.')) + ".0f", number);
}

/// Puts zeros behind the sign of what `to` has from `start` on, to make it `width` long. printf
/// fills up nans, infinities and integers that have a precision with spaces, but Python with zeros.
void pad_with_zeros(std::string& to, std::size_t start, std::size_t width) {
  const std::size_t size = to.size() - start;
  if (size >= width) return;
  const bool has_sign = std::string_view("+- ").find(to[start]) != std::string_view::npos;
  to.insert(start + (has_sign ? 1 : 0), width - size, '0');
}

std::size_t number_in(std::string_view digits) {
  std::size_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

bool is_one_of(char conversion, std::string_view these) {
  return these.find(conversion) != std::string_view::npos;
}

/// The end of the digits that stand at `at`.
/// @throws value_error  "`what` too big"
std::size_t end_of_digits(std::string_view text, std::size_t at, const char* what) {
  constexpr std::size_t max_digits = 9;  // an int holds them
  const std::size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
  if (end - at > max_digits) throw value_error(text_of(what, " too big"));
  return end;
}

}  // namespace

row_format::number_format row_format::take_format(std::string_view text, std::size_t& at) {
  const std::size_t first = at;
  const std::size_t width_at = std::min(text.find_first_not_of("+- 0#", at + 1), text.size());
  const std::size_t width_end = end_of_digits(text, width_at, "width");
  at = width_end;
  std::optional<std::size_t> precision;
  if (text.substr(at).starts_with('.')) {
    at = end_of_digits(text, at + 1, "precision");
    precision = number_in(text.substr(width_end + 1, at - width_end - 1));
  }
  const std::size_t precision_end = at;
  if (at < text.size() && is_one_of(text[at], "hlL")) ++at;  // which Python passes over
  if (at == text.size()) throw value_error(text_of("incomplete format: ", text));
  constexpr std::string_view known = "diuxXoeEfFgGs";
  if (known.find(text[at]) == std::string_view::npos)
    throw value_error(text_of("unsupported format character '", text[at], "' (0x", std::hex,
                              int{static_cast<unsigned char>(text[at])}, std::dec, ") at index ",
                              at));
  std::string flags(text.substr(first, width_at - first));
  std::string_view width = text.substr(width_at, width_end - width_at);
  const std::size_t all = number_in(width);
  std::size_t zero_padded = 0;
  if (flags.find('0') != std::string::npos && flags.find('-') == std::string::npos) {
    std::erase(flags, '0');
    zero_padded = all;
    width = {};
  }
  if (is_one_of(text[at], "diu")) std::erase(flags, '#');
  flags.append(width).append(text.substr(width_end, precision_end - width_end));
  return {{}, std::move(flags), zero_padded, text[at], all, precision};
}

void row_format::number_format::append_text(std::string& to, const std::string& text) const {
  const std::string spaces(width > text.size() ? width - text.size() : 0, ' ');
  to += has_flag('-') ? text + spaces : spaces + text;
}

void row_format::number_format::append_digits(std::string& to, bool is_negative,
                                              std::uint64_t magnitude) const {
  char digits[24];
  const auto end =
      std::to_chars(digits, digits + sizeof digits, magnitude, conversion == 'o' ? 8 : 16).ptr;
  std::string text(digits, end);
  if (precision && *precision > text.size()) text.insert(0, *precision - text.size(), '0');
  std::string front = is_negative ? "-" : has_flag('+') ? "+" : has_flag(' ') ? " " : "";
  if (has_flag('#')) front += conversion == 'o' ? "0o" : "0x";
  const std::size_t size = front.size() + text.size();
  if (size < zero_padded) text.insert(0, zero_padded - size, '0');
  text = front + text;
  if (conversion == 'X')
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  append_text(to, text);
}

bool row_format::needs_integers() const noexcept {
  return std::any_of(numbers_.begin(), numbers_.end(),
                     [](const number_format& one) { return is_one_of(one.conversion, "xXo"); });
}

row_format::row_format(std::string_view text, dtype type) : type_(type) {
  std::string before;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      before += text[at];
    } else if (text.substr(at + 1).starts_with('%')) {
      before += text[++at];
    } else {
      numbers_.push_back(take_format(text, at));
      numbers_.back().before = std::move(before);
      before.clear();
    }
  }
  end_ = std::move(before);
}

void row_format::append(std::string& to, const text_number* numbers) const {
  const classic_locale_guard guard;
  for (const number_format& one : numbers_) {
    to += one.before;
    append_number(to, one, *numbers++);
  }
  to += end_;
}

void row_format::append_number(std::string& to, const number_format& format,
                               const text_number& any_number) const {
  const char conversion = format.conversion;
  const std::size_t start = to.size();
  std::visit(
      [&]<class Number>(Number number) {
        constexpr bool is_real = std::is_same_v<Number, double>;
        if (conversion == 's')
          return format.append_text(
              to, str_of(number, type_).substr(0, format.precision.value_or(std::string::npos)));
        if constexpr (is_real) {
          if (is_one_of(conversion, "diu")) print_whole(to, format.flags, number);
        } else {
          if (is_one_of(conversion, "diu")) print_integer(to, format.flags, number);
          if (is_one_of(conversion, "xXo"))
            return format.append_digits(to, number < Number(0), magnitude_of(number));
        }
        if (is_one_of(conversion, "eEfFgG")) {
          const auto real = static_cast<double>(number);
          print(to, format.flags + conversion, std::isnan(real) ? std::abs(real) : real);
        }
        pad_with_zeros(to, start, format.zero_padded);
      },
      any_number);
}

}  // namespace gpu::detail
