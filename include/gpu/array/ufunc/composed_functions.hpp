// SPDX-License-Identifier: BSD-3-Clause
// The elementwise functions that are no single op: composed of ops, they fuse as ops do, and take
// numbers, arrays and expressions of xtensor.
#pragma once

#include <gpu/array/ufunc/angle.hpp>
#include <gpu/array/ufunc/isclose.hpp>
#include <gpu/array/ufunc/nan_to_num.hpp>
#include <gpu/array/ufunc/object_kind.hpp>
#include <gpu/array/ufunc/rounding.hpp>
#include <gpu/ops.hpp>

namespace gpu {

/// All of them as members: what `xp.round` finds in the module of an array library.
struct composed_members {
  static constexpr angle_function angle{};
  static constexpr round_function around{};
  static constexpr isclose_function isclose{};
  static constexpr nan_to_num_function nan_to_num{};
  static constexpr elementwise<ops::power> pow{};
  static constexpr round_function round{};
};

}  // namespace gpu
