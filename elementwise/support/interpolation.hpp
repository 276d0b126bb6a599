// SPDX-License-Identifier: BSD-3-Clause
// Piecewise linear interpolation in a table, with NumPy's rounding and special values.
#pragma once

#include <gpu/elementwise/support/classify.hpp>

namespace gpu::math {

/// Values beyond the ends of the table, unless the first and last ones are taken.
template <class T>
struct interpolation_ends {
  T left;
  T right;
  bool has_left;
  bool has_right;
};

/// The greatest j in [0, n - 2] with points[j] <= x, by bisection; for points[0] <= x and n >= 2.
template <class Points>
GPU_HD long long interval_of(double x, const Points& points, long long n) {
  long long low = 0;
  long long high = n - 1;
  while (high - low > 1) {
    const long long middle = low + (high - low) / 2;
    (points[middle] <= x ? low : high) = middle;
  }
  return low;
}

/// The line through (x0, y0) and (x1, y1) at x, from the other end if the first gives nan.
GPU_HD double on_line(double x, double x0, double x1, double y0, double y1, double slope) {
  double y = slope * (x - x0) + y0;
  if (isnan(y)) y = slope * (x - x1) + y1;
  return isnan(y) && y0 == y1 ? y0 : y;
}
GPU_HD double between(double x, double x0, double x1, double y0, double y1) {
  return on_line(x, x0, x1, y0, y1, (y1 - y0) / (x1 - x0));
}
/// NumPy multiplies by the reciprocal here.
GPU_HD complex<double> between(double x, double x0, double x1, complex<double> y0,
                               complex<double> y1) {
  const double scale = 1.0 / (x1 - x0);
  return {on_line(x, x0, x1, y0.real(), y1.real(), (y1.real() - y0.real()) * scale),
          on_line(x, x0, x1, y0.imag(), y1.imag(), (y1.imag() - y0.imag()) * scale)};
}

/// The table of `n` > 0 increasing points and their values, at x. Of one point NumPy takes the
/// value also at nan.
template <class T, class Points, class Values>
GPU_HD T interpolated(double x, const Points& points, const Values& values, long long n,
                      const interpolation_ends<T>& ends) {
  if (isnan(x)) return n == 1 ? T(values[0]) : T(x);
  if (x < points[0]) return ends.has_left ? ends.left : T(values[0]);
  if (x > points[n - 1]) return ends.has_right ? ends.right : T(values[n - 1]);
  if (n == 1 || x == points[n - 1]) return T(values[n - 1]);
  const long long j = interval_of(x, points, n);
  if (points[j] == x) return T(values[j]);
  return between(x, points[j], points[j + 1], T(values[j]), T(values[j + 1]));
}

}  // namespace gpu::math
