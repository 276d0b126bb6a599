// SPDX-License-Identifier: BSD-3-Clause
// What ops that are not exact should give, by the C and C++ libraries in wider types.
#pragma once

#include <complex>
#include <string_view>

namespace gpu::ulp {

/// A function in float64 for operands up to float32, in long double for float64 and complex ones.
/// Null where the op has no such loop. `x` are the operands.
struct reference {
  std::string_view op;
  double (*in_double)(const double* x) = nullptr;
  long double (*in_long_double)(const long double* x) = nullptr;
  std::complex<long double> (*in_complex)(const std::complex<long double>* x) = nullptr;
  /// The function is of x times this, rounded to the dtype of x as NumPy rounds it; 0: of x.
  double factor = 0;
  double complex_factor = 0;
  /// What is stated holds in the op's domain alone, not for all operands.
  bool only_in_domain = false;
};

/// Null if there is none.
[[nodiscard]] const reference* reference_of(std::string_view op);

}  // namespace gpu::ulp
