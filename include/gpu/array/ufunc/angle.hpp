// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include <gpu/array/concepts.hpp>
#include <gpu/core/strict_bool.hpp>
#include <gpu/ops.hpp>

namespace gpu {

/// See `gpu::angle`.
struct angle_function {
  template <operand A>
  constexpr auto operator()(A&& z, strict_bool deg = false) const {
    return multiply(arg(std::forward<A>(z)), deg ? 180 / 3.14159265358979323846 : 1.0);
  }
};

/// The angle of each number in the complex plane, in radians, or in degrees if `deg`: `gpu::arg`
/// with NumPy's second argument. `numpy.angle`.
inline constexpr angle_function angle{};

}  // namespace gpu
