// SPDX-License-Identifier: BSD-3-Clause
// What grows while the naive evaluation goes along a row, one element after the other, in long
// double: each accumulator has `add(element, radius)` and `get()`, a result with its radius.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "bounded.hpp"

namespace gpu::fuzz {

template <class T>
inline constexpr bool is_complex_row = requires(T x) {
  x.imag();
};
template <class T>
inline constexpr bool is_integer_row = std::is_integral_v<T>;

template <class T>
long double real_part(T x) {
  if constexpr (is_complex_row<T>)
    return x.real();
  else if constexpr (is_integer_row<T>)
    return x;
  else
    return static_cast<double>(x);
}
template <class T>
long double imag_part([[maybe_unused]] T x) {
  if constexpr (is_complex_row<T>)
    return x.imag();
  else
    return 0;
}
template <class T>
bool has_nan(T x) {
  return std::isnan(real_part(x)) || std::isnan(imag_part(x));
}
/// Before the other in the order of maxima: by the real part, then by the other.
template <class T>
bool is_below(T a, T b) {
  return real_part(a) < real_part(b) ||
         (real_part(a) == real_part(b) && imag_part(a) < imag_part(b));
}
template <class T>
std::uint64_t bits_of(T x) {
  if constexpr (is_integer_row<T>)
    return static_cast<std::uint64_t>(x);
  else
    return 0;
}

/// In what elements `T` are accumulated.
template <class T>
inline constexpr bool is_double_row = sizeof(T) == (is_complex_row<T> ? 16 : 8);
template <class T>
inline constexpr double row_epsilon = is_double_row<T> ? 0x1p-52 : 0x1p-23;
template <class T>
inline constexpr double row_largest = is_double_row<T> ? std::numeric_limits<double>::max()
                                                       : std::numeric_limits<float>::max();

/// Units of error of `count` additions as a tree; as a chain, which scans may be, of so many parts.
inline double units(double count, bool is_scan) {
  return std::log2(count + 1) + 8 + (is_scan ? std::min(count, 8192.0) / 2 : 0);
}

/// One part of a sum.
struct part_sum {
  long double finite = 0;
  bool above = false;
  bool below = false;
  bool nan = false;

  void add(long double x) {
    if (std::isnan(x))
      nan = true;
    else if (std::isinf(x))
      (x > 0 ? above : below) = true;
    else
      finite += x;
  }
  [[nodiscard]] bool is_finite() const { return !above && !below && !nan; }
  [[nodiscard]] long double get() const {
    if (nan || (above && below)) return std::numeric_limits<long double>::quiet_NaN();
    const long double infinity = std::numeric_limits<long double>::infinity();
    return above ? infinity : below ? -infinity : finite;
  }
};

template <class T>
struct sum_accumulator {
  bool is_scan = false;
  part_sum real = {};
  part_sum imag = {};
  std::uint64_t bits = 0;
  double size = 0;
  double radius = 0;
  double count = 0;

  void add(T x, double own) {
    bits += bits_of(x);
    real.add(real_part(x));
    imag.add(imag_part(x));
    radius += own;
    const double length = static_cast<double>(std::fabs(real_part(x)) + std::fabs(imag_part(x)));
    if (std::isfinite(real_part(x)) && std::isfinite(imag_part(x))) size += length;
    count += 1;
  }
  [[nodiscard]] wide_number get() const {
    if (is_integer_row<T>) return {0, 0, bits, true, radius > 0 ? unknown : 0};
    wide_number sum{real.get(), imag.get()};
    sum.radius = radius + row_epsilon<T> * units(count, is_scan) * size;
    // The order of the elements decides whether a part of the sum is finite.
    if (size + radius > row_largest<T> / 2) sum.radius = unknown;
    if (sum.radius == 0) sum.radius = std::numeric_limits<double>::denorm_min();
    if (sum.radius != unknown && !(real.is_finite() && imag.is_finite()) && !is_complex_row<T>)
      sum.radius = radius > 0 ? unknown : 0;
    if (is_complex_row<T> && !(real.is_finite() && imag.is_finite())) sum.radius = unknown;
    return sum;
  }
};

template <class T>
struct prod_accumulator {
  bool is_scan = false;
  std::uint64_t bits = 1;
  long double real = 1;
  long double imag = 0;
  double above = 0;  ///< powers of two of the elements beyond 1
  double below = 0;
  double relative = 0;
  double count = 0;
  bool zero = false;
  bool infinite = false;
  bool nan = false;

  void add(T x, double own) {
    if constexpr (is_integer_row<T>) {
      bits *= bits_of(x);
      if (own > 0) relative = unknown;
    } else {
      const long double a = real_part(x);
      const long double b = imag_part(x);
      const double size = static_cast<double>(std::hypot(a, b));
      if (own > 0) relative += own < size ? own / (size - own) : unknown;
      count += 1;
      if (has_nan(x)) nan = true;
      if (std::isinf(size)) infinite = true;
      if (size == 0) zero = true;
      if (size > 0 && std::isfinite(size)) (size > 1 ? above : below) += std::log2(size);
      const long double next = real * a - imag * b;
      imag = is_complex_row<T> ? real * b + imag * a : 0;
      real = is_complex_row<T> ? next : real * a;
    }
  }
  [[nodiscard]] wide_number get() const {
    if (is_integer_row<T>) return {0, 0, bits, true, relative};
    const double most = is_double_row<T> ? 1020 : 124;
    const double margin = is_complex_row<T> ? 30 : 0;
    wide_number result{real, imag};
    if (nan && !is_complex_row<T>) {
      result.real = std::numeric_limits<long double>::quiet_NaN();
    } else if (relative == unknown || above > most - margin || below < margin - most ||
               (is_complex_row<T> && (nan || infinite))) {
      result.radius = unknown;
    } else if (infinite || (zero && !is_complex_row<T>)) {
      if (zero && infinite) result.real = std::numeric_limits<long double>::quiet_NaN();
      if (zero && !infinite) result.radius = std::numeric_limits<double>::denorm_min();
    } else {
      const double size = static_cast<double>(std::hypot(real, imag));
      result.radius = size * 1.1 * (relative + count * 2 * row_epsilon<T>);
    }
    return result;
  }
};

/// The largest element, or the smallest; `skips`: of those that are no nan, if there are.
template <class T, bool Largest, bool Skips>
struct extremum_accumulator {
  T best{};
  bool begun = false;
  double radius = 0;

  void add(T x, double own) {
    radius = std::max(radius, own);
    const bool is_first = !begun;
    begun = true;
    if (is_first || (Skips ? has_nan(best) : has_nan(x) && !has_nan(best)))
      best = x;
    else if (!has_nan(x) && !has_nan(best) && (Largest ? is_below(best, x) : is_below(x, best)))
      best = x;
  }
  [[nodiscard]] wide_number get() const {
    wide_number result{real_part(best), imag_part(best), bits_of(best), is_integer_row<T>, radius};
    if (is_integer_row<T> || (is_complex_row<T> && radius > 0)) {
      result.radius = radius > 0 ? unknown : 0;
    } else if (real_part(best) == 0 || (is_complex_row<T> && imag_part(best) == 0)) {
      result.radius = std::max(radius, std::numeric_limits<double>::denorm_min());
    }
    return result;
  }
};

/// Whether all elements are true, or any.
template <class T, bool All>
struct truth_accumulator {
  bool value = All;
  bool is_known = true;

  void add(T x, double own) {
    const bool is_true = real_part(x) != 0 || imag_part(x) != 0;
    if (own > 0 && !(std::hypot(real_part(x), imag_part(x)) > own)) is_known = false;
    value = All ? value && is_true : value || is_true;
  }
  [[nodiscard]] wide_number get() const {
    return {0, 0, value ? 1u : 0u, true, is_known ? 0 : unknown};
  }
};

/// How many elements are not 0, or, if `Numbers`, no nan.
template <class T, bool Numbers>
struct count_accumulator {
  std::uint64_t count = 0;
  bool is_known = true;

  void add(T x, double own) {
    const bool counts = Numbers ? !has_nan(x) : real_part(x) != 0 || imag_part(x) != 0;
    if (own > 0 && (Numbers || !(std::hypot(real_part(x), imag_part(x)) > own))) is_known = false;
    count += counts;
  }
  [[nodiscard]] wide_number get() const { return {0, 0, count, true, is_known ? 0 : unknown}; }
};

enum class bit_op { all, any, odd };

template <class T, bit_op Op>
struct bit_accumulator {
  std::uint64_t bits = Op == bit_op::all ? ~std::uint64_t{0} : 0;
  bool is_known = true;

  void add(T x, double own) {
    const std::uint64_t own_bits = bits_of(x);
    bits = Op == bit_op::all   ? bits & own_bits
           : Op == bit_op::any ? bits | own_bits
                               : bits ^ own_bits;
    is_known = is_known && own == 0;
  }
  [[nodiscard]] wide_number get() const { return {0, 0, bits, true, is_known ? 0 : unknown}; }
};

/// log(exp(x) + exp(y) + ...).
template <class T>
struct logaddexp_accumulator {
  bool is_scan = false;
  long double largest = -std::numeric_limits<long double>::infinity();
  long double sum = 0;
  double radius = 0;
  double count = 0;
  bool nan = false;

  void add(T x, double own) {
    const long double value = real_part(x);
    radius = std::max(radius, own);
    count += 1;
    if (std::isnan(value)) nan = true;
    if (std::isnan(value) || (std::isinf(value) && value < 0)) return;
    if (std::isinf(value)) {
      largest = value;
    } else if (value > largest) {
      sum = sum * std::exp(largest - value) + 1;
      largest = value;
    } else {
      sum += std::exp(value - largest);
    }
  }
  [[nodiscard]] wide_number get() const {
    wide_number result{nan ? std::numeric_limits<long double>::quiet_NaN()
                           : largest + (std::isinf(largest) ? 0 : std::log(sum))};
    const double own = static_cast<double>(std::fabs(result.real));
    if (std::isfinite(own))
      result.radius = radius + row_epsilon<T> * (8 * units(count, is_scan) + 2 * own);
    else if (radius > 0)
      result.radius = unknown;
    return result;
  }
};

}  // namespace gpu::fuzz
