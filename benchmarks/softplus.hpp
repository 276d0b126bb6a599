// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>

#include <gpu/gpu.hpp>

namespace gpu::bench {

/// log(1 + exp(x)), without overflow: five functions, one kernel.
template <class Array>
auto softplus(const Array& x) {
  return maximum(0, x) + log1p(exp(-abs(x)));
}

/// The same of a number, to check with.
inline double softplus_of(double x) {
  return std::max(0.0, x) + std::log1p(std::exp(-std::abs(x)));
}

}  // namespace gpu::bench
