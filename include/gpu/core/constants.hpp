// SPDX-License-Identifier: BSD-3-Clause
// NumPy's constants. Beside an array they have its dtype, as all numbers do.
#pragma once

#include <limits>
#include <numbers>

namespace gpu {

/// `numpy.pi`.
inline constexpr double pi = std::numbers::pi;
/// `numpy.e`.
inline constexpr double e = std::numbers::e;
/// `numpy.euler_gamma`.
inline constexpr double euler_gamma = std::numbers::egamma;
/// `numpy.inf`.
inline constexpr double inf = std::numeric_limits<double>::infinity();
/// `numpy.nan`.
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

}  // namespace gpu
