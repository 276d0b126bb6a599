// SPDX-License-Identifier: BSD-3-Clause
// The bits of a floating-point number, for the host compiler and NVRTC.
#pragma once

#include <gpu/core/host_device.hpp>

namespace gpu {

/// The object representation of `x` as a `To` of the same size. `std::bit_cast`, which NVRTC lacks.
template <class To, class From>
GPU_HD constexpr To bit_cast(const From& x) {
  return __builtin_bit_cast(To, x);
}

/// `x` in float32, rounded to odd: a second rounding to fewer than 22 bits gives what rounding `x`
/// once, to nearest even, would give.
GPU_HD constexpr float round_to_odd(double x) {
  const float nearest = static_cast<float>(x);
  const double back = nearest;
  const unsigned too_large = (back < 0 ? -back : back) > (x < 0 ? -x : x);
  const unsigned inexact = back != x;
  return bit_cast<float>((bit_cast<unsigned>(nearest) - too_large) | inexact);
}

}  // namespace gpu
