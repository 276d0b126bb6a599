// SPDX-License-Identifier: BSD-3-Clause
#include "interop/row_format.hpp"

#include <cinttypes>
#include <cmath>
#include <cstdio>

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

void print_whole(std::string& to, const std::string& flags, double number) {
  if (std::isnan(number)) throw value_error("cannot convert float NaN to integer");
  if (std::isinf(number)) throw overflow_error("cannot convert float infinity to integer");
  constexpr double int64_limit = 9223372036854775808.0;
  if (std::abs(number) < int64_limit)
    print(to, flags + PRId64, static_cast<std::int64_t>(number));
  else
    print(to, flags.substr(0, flags.find('.')) + ".0f", number);
}

}  // namespace

row_format::row_format(std::string_view text) {
  std::string before;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      before += text[at];
    } else if (text.substr(at + 1).starts_with('%')) {
      before += text[++at];
    } else {
      const std::size_t first = at;
      at = std::min(text.find_first_not_of("+- 0", at + 1), text.size());
      at = std::min(text.find_first_not_of("0123456789", at), text.size());
      if (text.substr(at).starts_with('.'))
        at = std::min(text.find_first_not_of("0123456789", at + 1), text.size());
      if (at == text.size()) throw value_error(text_of("incomplete format: ", text));
      constexpr std::string_view known = "diueEfFgG";
      if (known.find(text[at]) == std::string_view::npos)
        throw value_error(text_of("unsupported format character '", text[at], "' (0x", std::hex,
                                  int{static_cast<unsigned char>(text[at])}, std::dec,
                                  ") at index ", at));
      numbers_.push_back(
          {std::move(before), std::string(text.substr(first, at - first)), text[at]});
      before.clear();
    }
  }
  end_ = std::move(before);
}

void row_format::append(std::string& to, const text_number* numbers) const {
  const classic_locale_guard guard;
  for (const auto& [before, flags, conversion] : numbers_) {
    to += before;
    const bool whole = std::string_view("diu").find(conversion) != std::string_view::npos;
    std::visit(
        [&, &flags = flags, conversion = conversion]<class Number>(Number number) {
          if constexpr (std::is_same_v<Number, double>) {
            if (whole) return print_whole(to, flags, number);
          } else if (whole) {
            constexpr bool is_signed = std::is_signed_v<Number>;
            return print(to, flags + (is_signed ? PRId64 : PRIu64), number);
          }
          print(to, flags + conversion, static_cast<double>(number));
        },
        *numbers++);
  }
  to += end_;
}

}  // namespace gpu::detail
