// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/strict_bool.hpp>

namespace gpu {

/// Whether nans are equal. It also stands where a function takes that as a bool.
struct equal_nan_option {
  bool equal;
  [[nodiscard]] constexpr equal_nan_option operator()(bool value) const noexcept { return {value}; }
  [[nodiscard]] constexpr operator strict_bool() const noexcept { return equal; }
};
/// Nans are equal: `gpu::equal_nan`, or `gpu::equal_nan(flag)`. NumPy's `equal_nan=`.
inline constexpr equal_nan_option equal_nan{true};

}  // namespace gpu
