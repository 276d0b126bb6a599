// SPDX-License-Identifier: BSD-3-Clause
#include "bounded.hpp"

#include <cmath>
#include <cstring>
#include <type_traits>

#include <gpu/core/text_of.hpp>

#include "functor_table.hpp"

namespace gpu::fuzz {
namespace {

template <class T>
inline constexpr bool has_parts = requires(T x) {
  x.imag();
};

/// The dtype of the parts.
dtype real_of(dtype type) {
  if (type == dtype::complex64) return dtype::float32;
  return type == dtype::complex128 ? dtype::float64 : type;
}

/// Digits of the fraction, and the smallest exponent of a normal number.
struct float_format {
  int digits;
  int least;
  double largest;
};
float_format format_of(dtype type) {
  switch (real_of(type)) {
    case dtype::float16:
      return {10, -14, 65504};
    case dtype::bfloat16:
      return {7, -126, 3.3895313892515355e38};
    case dtype::float32:
      return {23, -126, std::numeric_limits<float>::max()};
    default:
      return {52, -1022, std::numeric_limits<double>::max()};
  }
}

/// Whether the rounded part is finite, infinite, or either; `radius` is what it becomes.
double settled(dtype type, long double& part, double radius) {
  if (std::isnan(part) || std::isinf(part)) return radius > 0 ? unknown : 0;
  const double largest = format_of(type).largest;
  const long double size = std::fabs(part);
  if (size - radius > 1.01L * largest) {
    part = std::copysign(std::numeric_limits<long double>::infinity(), part);
    return 0;
  }
  if (size + radius > 0.99L * largest) return unknown;
  return radius + unit_at(type, static_cast<double>(size) + radius);
}

std::uint64_t truncated(long double x) {
  if (x >= 0x1p63L) return static_cast<std::uint64_t>(x);
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(x));
}
/// Whether all numbers so near are one `T` once they are truncated.
template <class T>
bool stays_whole(long double x, double radius) {
  return std::trunc(x - radius) == std::trunc(x + radius) &&
         x - radius > static_cast<long double>(std::numeric_limits<T>::min()) - 1 &&
         x + radius < static_cast<long double>(std::numeric_limits<T>::max()) + 1;
}

template <class T>
T rounded(long double x) {
  if constexpr (sizeof(T) == 2)
    return T(static_cast<float>(x));
  else
    return static_cast<T>(x);
}

}  // namespace

double unit_at(dtype type, double size) {
  if (traits(type).kind <= dtype_kind::integer) return 0;
  const float_format format = format_of(type);
  int exponent = 0;
  std::frexp(size, &exponent);
  return std::ldexp(1.0, std::max(exponent - 1, format.least) - format.digits);
}

double largest_of(dtype type) {
  return format_of(type).largest;
}

double store(dtype type, void* to, const wide_number& given) {
  wide_number x = given;
  if (x.is_integer) x.real = static_cast<long double>(x.bits);
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) -> double {
    T result{};
    double radius = x.radius;
    if constexpr (std::is_same_v<T, bool>) {
      result = x.is_integer ? x.bits != 0 : x.real != 0;
      if (!x.is_integer) radius = std::fabs(x.real) > radius || radius == 0 ? 0 : unknown;
    } else if constexpr (std::is_integral_v<T>) {
      const bool fits = x.is_integer || stays_whole<T>(x.real, radius);
      if (fits) result = static_cast<T>(x.is_integer ? x.bits : truncated(x.real));
      radius = x.is_integer ? radius : fits ? 0 : unknown;
    } else if constexpr (has_parts<T>) {
      using part = typename T::value_type;
      long double real = x.real;
      long double imag = x.imag;
      const double first = settled(type, real, x.radius);
      const double second = settled(type, imag, x.radius);
      radius = std::max(first, second);
      result = T(rounded<part>(real), rounded<part>(imag));
    } else {
      long double real = x.real;
      radius = settled(type, real, x.radius);
      result = rounded<T>(real);
    }
    std::memcpy(to, &result, sizeof(result));
    return radius;
  });
}

double part_of(dtype type, const void* element, bool imaginary) {
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) -> double {
    T x;
    std::memcpy(static_cast<void*>(&x), element, sizeof(x));
    if constexpr (has_parts<T>)
      return static_cast<double>(imaginary ? x.imag() : x.real());
    else
      return imaginary ? 0 : static_cast<double>(x);
  });
}

double size_of(dtype type, const void* element) {
  return std::hypot(part_of(type, element, false), part_of(type, element, true));
}

bool holds_nan(dtype type, const void* element) {
  return std::isnan(part_of(type, element, false)) || std::isnan(part_of(type, element, true));
}

namespace {

bool is_near(dtype type, const void* actual, const void* expected, double radius) {
  for (const bool imaginary : {false, true}) {
    const double a = part_of(type, actual, imaginary);
    const double b = part_of(type, expected, imaginary);
    if (a != b && !(std::abs(a - b) <= radius)) return false;
  }
  return true;
}

bool is_right(dtype type, const void* actual, const void* expected, double radius) {
  if (std::memcmp(actual, expected, size_bytes(type)) == 0) return true;
  if (traits(type).kind <= dtype_kind::integer) return false;
  if (holds_nan(type, expected)) return holds_nan(type, actual);
  return radius == 0 ? distance(type, actual, expected) == 0
                     : is_near(type, actual, expected, radius);
}

}  // namespace

namespace {

double converted_radius(dtype from, dtype to, const std::byte* element, double radius) {
  if (radius == 0 || radius == unknown) return radius;
  const double size = size_of(from, element);
  if (to == dtype::bool_) return size > radius ? 0 : unknown;
  if (traits(to).kind <= dtype_kind::integer) return unknown;
  if (size + radius > 0.99 * largest_of(to)) return unknown;
  return radius + unit_at(to, size + radius);
}

}  // namespace

bounded converted(const bounded& from, dtype type) {
  if (from.value.type == type) return from;
  bounded result{make_value(type, from.value.extents), {}};
  const functor cast = cast_functor(from.value.type, type);
  const std::ptrdiff_t count = element_count(from.value.extents);
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const std::byte* const element = from.value.element(i);
    const void* const in = element;
    cast(&in, result.value.element(i));
    if (!from.radius.empty())
      result.radius.push_back(converted_radius(from.value.type, type, element, from.radius_at(i)));
  }
  return result;
}

std::string difference(const host_value& actual, const bounded& expected, tally& counts) {
  if (actual.type != expected.value.type || actual.extents != expected.value.extents)
    return difference(actual, expected.value);
  const std::ptrdiff_t count = element_count(actual.extents);
  std::string first;
  std::ptrdiff_t wrong = 0;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const double radius = expected.radius_at(i);
    if (radius == unknown) {
      ++counts.unknown;
      continue;
    }
    ++counts.compared;
    const std::byte* const here = actual.element(i);
    const std::byte* const there = expected.value.element(i);
    if (is_right(actual.type, here, there, radius)) continue;
    if (wrong++ == 0)
      first = text_of("element ", i, " is ", element_text(actual.type, here), ", expected ",
                      element_text(actual.type, there), " within ", radius);
  }
  if (wrong == 0) return {};
  return text_of(first, "; ", wrong, " of ", count, " elements of ", actual.type, ' ',
                 actual.extents);
}

}  // namespace gpu::fuzz
