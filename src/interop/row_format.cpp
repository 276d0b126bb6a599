// SPDX-License-Identifier: BSD-3-Clause
#include "interop/row_format.hpp"

#include <algorithm>
#include <charconv>
#include <cinttypes>
#include <cmath>
#include <concepts>
#include <cstdio>
#include <limits>
#include <utility>

#include <locale.h>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

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
  const auto size = static_cast<std::size_t>(std::snprintf(nullptr, 0, format.c_str(), number));
  const std::size_t before = to.size();
  to.resize(before + size + 1);  // snprintf ends it with a zero
  std::snprintf(to.data() + before, size + 1, format.c_str(), number);
  to.resize(before + size);
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
  const std::size_t width_at = std::min(text.find_first_not_of("+- 0", at + 1), text.size());
  const std::size_t width_end = end_of_digits(text, width_at, "width");
  at = width_end;
  if (text.substr(at).starts_with('.')) at = end_of_digits(text, at + 1, "precision");
  if (at == text.size()) throw value_error(text_of("incomplete format: ", text));
  constexpr std::string_view known = "diueEfFgG";
  if (known.find(text[at]) == std::string_view::npos)
    throw value_error(text_of("unsupported format character '", text[at], "' (0x", std::hex,
                              int{static_cast<unsigned char>(text[at])}, std::dec, ") at index ",
                              at));
  std::string flags(text.substr(first, width_at - first));
  std::string_view width = text.substr(width_at, width_end - width_at);
  std::size_t zero_padded = 0;
  if (flags.find('0') != std::string::npos && flags.find('-') == std::string::npos) {
    std::erase(flags, '0');
    std::from_chars(width.data(), width.data() + width.size(), zero_padded);
    width = {};
  }
  flags.append(width).append(text.substr(width_end, at - width_end));
  return {{}, std::move(flags), zero_padded, text[at]};
}

row_format::row_format(std::string_view text) {
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
  for (const auto& [before, flags, zero_padded, conversion] : numbers_) {
    to += before;
    const std::size_t start = to.size();
    const bool whole = std::string_view("diu").find(conversion) != std::string_view::npos;
    std::visit(
        [&, &flags = flags, conversion = conversion]<class Number>(Number number) {
          if constexpr (std::is_same_v<Number, double>) {
            if (whole) return print_whole(to, flags, number);
          } else if (whole) {
            return print_integer(to, flags, number);
          }
          const auto real = static_cast<double>(number);
          print(to, flags + conversion, std::isnan(real) ? std::abs(real) : real);
        },
        *numbers++);
    pad_with_zeros(to, start, zero_padded);
  }
  to += end_;
}

}  // namespace gpu::detail
