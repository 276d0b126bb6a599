// SPDX-License-Identifier: BSD-3-Clause
#include "array/print/number_format.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace gpu::detail {
namespace {

/// More than any number has.
constexpr int most_digits = 2000;

/// Calls `function(std::type_identity<T>{})` with the floating-point type of `type`.
template <class Function>
auto visit_real(dtype type, Function&& function) {
  switch (type) {
    case dtype::float16:
      return function(std::type_identity<float16>{});
    case dtype::bfloat16:
      return function(std::type_identity<bfloat16>{});
    case dtype::float32:
      return function(std::type_identity<float>{});
    default:
      return function(std::type_identity<double>{});
  }
}

/// The decimal digits that every number of the type has. `numpy.finfo.precision`.
int sure_digits(dtype type) {
  return visit_real(
      type, []<class T>(std::type_identity<T>) { return std::numeric_limits<T>::digits10; });
}

std::string padded(std::size_t width, const std::string& text) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

/// The format is chosen with the arithmetic of the elements' own type.
template <class T>
bool spreads_too_far(double smallest, double largest) {
  return T(smallest) < T(0.0001) || T(T(largest) / T(smallest)) > T(1000.0);
}

}  // namespace

real_format::real_format(std::span<const double> values, dtype type, const print_options& options,
                         char sign)
    : type_(type),
      options_(options),
      sign_(sign),
      precision_(options.floatmode == float_mode::unique ? most_digits : options.precision) {
  std::vector<double> finite;
  std::copy_if(values.begin(), values.end(), std::back_inserter(finite),
               [](double x) { return std::isfinite(x); });
  if (!finite.empty()) {
    choose_notation(finite);
    measure(finite);
  }
  const auto is_negative = [](double x) { return std::signbit(x); };
  if (sign_ == ' ' && std::none_of(finite.begin(), finite.end(), is_negative)) ++integer_width_;
  if (finite.size() != values.size()) widen(values);
}

void real_format::widen(std::span<const double> values) {
  const bool signed_infinity =
      sign_ != '-' ||
      std::any_of(values.begin(), values.end(), [](double x) { return std::isinf(x) && x < 0; });
  const std::size_t longest =
      std::max(options_.nanstr.size(), options_.infstr.size() + (signed_infinity ? 1 : 0));
  const std::size_t tail = tail_width();
  if (longest > tail) integer_width_ = std::max(integer_width_, longest - tail);
}

void real_format::choose_notation(std::span<const double> finite) {
  double smallest = std::numeric_limits<double>::infinity();
  double largest = 0;
  for (const double value : finite) {
    if (value == 0) continue;
    smallest = std::min(smallest, std::abs(value));
    largest = std::max(largest, std::abs(value));
  }
  if (largest == 0) return;
  const bool far = visit_real(
      type_, [&]<class T>(std::type_identity<T>) { return spreads_too_far<T>(smallest, largest); });
  scientific_ =
      largest >= std::pow(10.0, std::min(8, sure_digits(type_))) || (!options_.suppress && far);
}

void real_format::measure(std::span<const double> finite) {
  for (const double value : finite) {
    const decimal_parts written = parts(value, false);
    integer_width_ = std::max(integer_width_, written.integer.size());
    fraction_width_ = std::max(fraction_width_, written.fraction.size());
    if (scientific_) exponent_width_ = std::max(exponent_width_, written.exponent.size() - 1);
  }
  if (!scientific_ && options_.floatmode == float_mode::fixed)
    fraction_width_ = static_cast<std::size_t>(precision_);
  if (scientific_ || options_.floatmode == float_mode::maxprec_equal)
    precision_ = static_cast<int>(fraction_width_);
}

decimal_parts real_format::parts(double value, bool is_filled) const {
  const bool plus = sign_ == '+';
  const bool is_fixed = options_.floatmode == float_mode::fixed;
  const decimal shortest = shortest_decimal(value, type_);
  if (scientific_)
    return scientific_parts(is_filled || is_fixed ? filled_scientific(value, shortest, precision_)
                                                  : rounded_scientific(value, shortest, precision_),
                            plus);
  if (is_fixed) return positional_parts(exact_positional(value, precision_), plus);
  return positional_parts(is_filled && options_.floatmode == float_mode::maxprec_equal
                              ? filled_positional(value, shortest, precision_)
                              : rounded_positional(value, shortest, precision_),
                          plus);
}

std::size_t real_format::tail_width() const {
  return 1 + fraction_width_ + (scientific_ ? exponent_width_ + 2 : 0);
}

std::string real_format::not_finite(double value) const {
  const std::string sign = value < 0 ? "-" : sign_ == '+' ? "+" : "";
  const std::size_t tail = tail_width();
  return padded(integer_width_ + tail,
                sign + (std::isnan(value) ? options_.nanstr : options_.infstr));
}

std::string real_format::operator()(double value) const {
  if (!std::isfinite(value)) return not_finite(value);
  const decimal_parts written = parts(value, true);
  if (!scientific_) {
    const bool has_zeros =
        options_.floatmode == float_mode::fixed || options_.floatmode == float_mode::maxprec_equal;
    return padded(integer_width_, written.integer) + "." + written.fraction +
           std::string(fraction_width_ - written.fraction.size(), has_zeros ? '0' : ' ');
  }
  const std::string& exponent = written.exponent;
  return padded(integer_width_, written.integer) + "." + written.fraction + "e" + exponent[0] +
         std::string(exponent_width_ + 1 - exponent.size(), '0') + exponent.substr(1);
}

namespace {

template <class T>
std::vector<double> as_doubles(const void* elements, std::size_t count) {
  const T* const first = static_cast<const T*>(elements);
  return {first, first + count};
}

template <class T>
std::vector<std::string> real_texts(const void* elements, std::size_t count,
                                    const print_options& options) {
  const std::vector<double> values = as_doubles<T>(elements, count);
  const real_format format(values, dtype_of<T>, options, options.sign);
  std::vector<std::string> texts(count);
  std::transform(values.begin(), values.end(), texts.begin(), format);
  return texts;
}

template <class T>
std::vector<std::string> complex_texts(const void* elements, std::size_t count,
                                       const print_options& options) {
  const T* const parts = static_cast<const T*>(elements);
  std::vector<double> real(count);
  std::vector<double> imaginary(count);
  for (std::size_t i = 0; i < count; ++i) {
    real[i] = parts[2 * i];
    imaginary[i] = parts[2 * i + 1];
  }
  const real_format real_part(real, dtype_of<T>, options, options.sign);
  const real_format imaginary_part(imaginary, dtype_of<T>, options, '+');
  std::vector<std::string> texts(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::string text = imaginary_part(imaginary[i]);
    text.insert(text.find_last_not_of(' ') + 1, "j");
    texts[i] = real_part(real[i]) + text;
  }
  return texts;
}

template <class T>
std::vector<std::string> integer_texts(const void* elements, std::size_t count, char sign) {
  const T* const first = static_cast<const T*>(elements);
  std::vector<std::string> texts(count);
  std::size_t width = 0;
  bool has_negative = false;
  for (std::size_t i = 0; i < count; ++i) {
    texts[i] = std::to_string(first[i]);
    const bool is_negative = texts[i].front() == '-';
    if (sign == '+' && !is_negative) texts[i].insert(0, 1, '+');
    has_negative = has_negative || is_negative;
    width = std::max(width, texts[i].size());
  }
  if (sign == ' ' && !has_negative) ++width;
  for (std::string& text : texts) text = padded(width, text);
  return texts;
}

std::vector<std::string> bool_texts(const void* elements, std::size_t count, bool rank_0) {
  const auto* const first = static_cast<const unsigned char*>(elements);
  std::vector<std::string> texts(count);
  for (std::size_t i = 0; i < count; ++i)
    texts[i] = first[i] == 0 ? "False" : rank_0 ? "True" : " True";
  return texts;
}

/// A floating-point scalar; `point` is what whole numbers end with.
std::string real_scalar(double value, dtype type, bool plus, const std::string& point) {
  if (!std::isfinite(value))
    return (value < 0 ? "-" : plus ? "+" : "") + std::string(std::isnan(value) ? "nan" : "inf");
  const decimal number = shortest_decimal(value, type);
  const double limit = type == dtype::float64 ? 1e16 : std::pow(10.0, sure_digits(type));
  const double size = std::abs(value);
  const bool scientific = size != 0 && (size < 1e-4 || size >= limit);
  const decimal_parts parts =
      scientific ? scientific_parts(number, plus) : positional_parts(number, plus);
  const std::string fraction = parts.fraction.empty() ? "" : "." + parts.fraction;
  if (scientific) return parts.integer + fraction + "e" + parts.exponent;
  return parts.integer + (fraction.empty() ? point : fraction);
}

template <class T>
std::string complex_scalar(const void* element) {
  const T* const parts = static_cast<const T*>(element);
  const bool imaginary_only = parts[0] == 0 && !std::signbit(parts[0]);
  const std::string imaginary = real_scalar(parts[1], dtype_of<T>, !imaginary_only, "") + "j";
  if (imaginary_only) return imaginary;
  return "(" + real_scalar(parts[0], dtype_of<T>, false, "") + imaginary + ")";
}

}  // namespace

std::vector<std::string> element_texts(dtype type, const void* elements, std::size_t count,
                                       const print_options& options, bool rank_0) {
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    constexpr dtype_kind kind = traits(dtype_of<T>).kind;
    if constexpr (kind == dtype_kind::boolean)
      return bool_texts(elements, count, rank_0);
    else if constexpr (kind == dtype_kind::integer)
      return integer_texts<T>(elements, count, options.sign);
    else if constexpr (kind == dtype_kind::complex)
      return complex_texts<typename T::value_type>(elements, count, options);
    else
      return real_texts<T>(elements, count, options);
  });
}

std::string scalar_text(dtype type, const void* element) {
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) -> std::string {
    constexpr dtype_kind kind = traits(dtype_of<T>).kind;
    if constexpr (kind == dtype_kind::boolean || kind == dtype_kind::integer)
      return element_texts(dtype_of<T>, element, 1, {}, true).front();
    else if constexpr (kind == dtype_kind::complex)
      return complex_scalar<typename T::value_type>(element);
    else
      return real_scalar(*static_cast<const T*>(element), dtype_of<T>, false, ".0");
  });
}

}  // namespace gpu::detail
