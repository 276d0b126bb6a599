// SPDX-License-Identifier: BSD-3-Clause
#include "reference.hpp"

#include <cmath>
#include <numbers>

namespace gpu::ulp {
namespace {

using complex_value = std::complex<long double>;

template <class F>
constexpr reference real(std::string_view op, F) {
  reference entry{op};
  entry.in_double = [](const double* x) { return F{}(x[0]); };
  entry.in_long_double = [](const long double* x) { return F{}(x[0]); };
  return entry;
}
template <class F>
constexpr reference of_complex(std::string_view op, F) {
  reference entry{op};
  entry.in_complex = [](const complex_value* x) -> complex_value { return F{}(x[0]); };
  return entry;
}
template <class F, class G>
constexpr reference inexact(std::string_view op, F f, G g) {
  reference entry = real(op, f);
  entry.in_complex = of_complex(op, g).in_complex;
  return entry;
}
template <class F>
constexpr reference inexact(std::string_view op, F f) {
  return inexact(op, f, f);
}
template <class F>
constexpr reference real_pair(std::string_view op, F) {
  reference entry{op};
  entry.in_double = [](const double* x) { return F{}(x[0], x[1]); };
  entry.in_long_double = [](const long double* x) { return F{}(x[0], x[1]); };
  return entry;
}
template <class F>
constexpr reference inexact_pair(std::string_view op, F f) {
  reference entry = real_pair(op, f);
  entry.in_complex = [](const complex_value* x) { return F{}(x[0], x[1]); };
  return entry;
}
constexpr reference of_product(reference entry, double factor, double complex_factor) {
  entry.factor = factor;
  entry.complex_factor = complex_factor;
  return entry;
}
constexpr reference only_in_domain(reference entry) {
  entry.only_in_domain = true;
  return entry;
}

complex_value expm1(complex_value z) {
  const long double s = std::sin(z.imag() / 2);
  return {std::expm1(z.real()) * std::cos(z.imag()) - 2 * s * s,
          std::exp(z.real()) * std::sin(z.imag())};
}

complex_value log1p(complex_value z) {
  const auto [x, y] = std::pair(z.real(), z.imag());
  const long double modulus = std::hypot(x + 1, y);
  const bool near_1 = modulus > 0.5L && modulus < 2;
  return {near_1 ? std::log1p(x * (x + 2) + y * y) / 2 : std::log(modulus), std::atan2(y, x + 1)};
}

/// The series, whose terms are all positive; asymptotic beyond.
template <class T>
T i0(T x) {
  const T size = std::abs(x);
  if (!(size < 12000)) return size == size && size < INFINITY ? T(INFINITY) : T(NAN);
  const bool far = size > 700;
  T term = 1;
  T sum = 1;
  for (int k = 1; k < 500 && term > sum * T(1e-22L); ++k) {
    term *= far ? T(2 * k - 1) * T(2 * k - 1) / (8 * k * size) : size / (2 * k) * (size / (2 * k));
    sum += term;
  }
  return far ? sum * std::exp(size) / std::sqrt(2 * std::numbers::pi_v<T> * size) : sum;
}

template <class T>
T logaddexp(T x, T y) {
  if (x == y) return x + std::numbers::ln2_v<T>;
  return std::max(x, y) + std::log1p(std::exp(-std::abs(x - y)));
}
template <class T>
T logaddexp2(T x, T y) {
  if (x == y) return x + 1;
  return std::max(x, y) + std::numbers::log2e_v<T> * std::log1p(std::exp2(-std::abs(x - y)));
}

constexpr long double ln2 = std::numbers::ln2_v<long double>;

const reference references[] = {
    of_complex("absolute", [](auto x) { return std::abs(x); }),
    inexact("arccos", [](auto x) { return std::acos(x); }),
    inexact("arccosh", [](auto x) { return std::acosh(x); }),
    inexact("arcsin", [](auto x) { return std::asin(x); }),
    inexact("arcsinh", [](auto x) { return std::asinh(x); }),
    inexact("arctan", [](auto x) { return std::atan(x); }),
    real_pair("arctan2", [](auto y, auto x) { return std::atan2(y, x); }),
    inexact("arctanh", [](auto x) { return std::atanh(x); }),
    inexact(
        "arg", [](auto x) { return std::atan2(decltype(x)(0), x); },
        [](auto z) { return std::arg(z); }),
    real("cbrt", [](auto x) { return std::cbrt(x); }),
    inexact("cos", [](auto x) { return std::cos(x); }),
    inexact("cosh", [](auto x) { return std::cosh(x); }),
    real("erf", [](auto x) { return std::erf(x); }),
    real("erfc", [](auto x) { return std::erfc(x); }),
    inexact("exp", [](auto x) { return std::exp(x); }),
    of_product(inexact(
                   "exp2", [](auto x) { return std::exp2(x); }, [](auto z) { return std::exp(z); }),
               0, std::numbers::ln2),
    inexact(
        "expm1", [](auto x) { return std::expm1(x); }, [](auto z) { return expm1(z); }),
    inexact_pair("float_power", [](auto x, auto y) { return std::pow(x, y); }),
    real_pair("hypot", [](auto x, auto y) { return std::hypot(x, y); }),
    only_in_domain(real("i0", [](auto x) { return i0(x); })),
    only_in_domain(real("lgamma", [](auto x) { return std::lgamma(x); })),
    inexact("log", [](auto x) { return std::log(x); }),
    inexact("log10", [](auto x) { return std::log10(x); }),
    inexact(
        "log1p", [](auto x) { return std::log1p(x); }, [](auto z) { return log1p(z); }),
    inexact(
        "log2", [](auto x) { return std::log2(x); }, [](auto z) { return std::log(z) / ln2; }),
    only_in_domain(real_pair("logaddexp", [](auto x, auto y) { return logaddexp(x, y); })),
    only_in_domain(real_pair("logaddexp2", [](auto x, auto y) { return logaddexp2(x, y); })),
    inexact_pair("power", [](auto x, auto y) { return std::pow(x, y); }),
    of_complex("sign", [](auto z) { return z / std::abs(z); }),
    inexact("sin", [](auto x) { return std::sin(x); }),
    of_product(inexact("sinc", [](auto x) { return x == decltype(x)(0) ? 1 : std::sin(x) / x; }),
               std::numbers::pi, std::numbers::pi),
    inexact("sinh", [](auto x) { return std::sinh(x); }),
    of_complex("sqrt", [](auto z) { return std::sqrt(z); }),
    inexact("tan", [](auto x) { return std::tan(x); }),
    inexact("tanh", [](auto x) { return std::tanh(x); }),
    real("tgamma", [](auto x) { return std::tgamma(x); }),
};

}  // namespace

const reference* reference_of(std::string_view op) {
  for (const reference& entry : references)
    if (entry.op == op) return &entry;
  return nullptr;
}

}  // namespace gpu::ulp
