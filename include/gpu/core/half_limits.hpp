// SPDX-License-Identifier: BSD-3-Clause
// What std::numeric_limits says of floating-point types of 16 bits, whichever they are.
#pragma once

#include <limits>

namespace gpu::detail {

/// Part of `std::numeric_limits<float16>` and `<bfloat16>`: as for the built-in floating-point
/// types.
struct half_limits {
  static constexpr bool is_specialized = true;
  static constexpr bool is_signed = true;
  static constexpr bool is_integer = false;
  static constexpr bool is_exact = false;
  static constexpr bool has_infinity = true;
  static constexpr bool has_quiet_NaN = true;
  static constexpr bool has_signaling_NaN = true;
  static constexpr std::float_denorm_style has_denorm = std::denorm_present;
  static constexpr bool has_denorm_loss = false;
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static constexpr bool is_iec559 = true;
  static constexpr bool is_bounded = true;
  static constexpr bool is_modulo = false;
  static constexpr int radix = 2;
  static constexpr bool traps = false;
  static constexpr bool tinyness_before = false;
};

}  // namespace gpu::detail
