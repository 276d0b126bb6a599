// SPDX-License-Identifier: BSD-3-Clause
// Conversion between any two element types, as NumPy's `astype` on x86-64.
#pragma once

#include <gpu/elementwise/support/device_forms.hpp>

namespace gpu::math {

/// Integer part of `x`. What does not fit gives what NumPy gives on x86-64: the instruction's
/// sentinel (the least int32, or int64 for wider results), cut to the bits of `To`.
template <class To, class From>
GPU_HD constexpr To truncate(From x) {
  if constexpr (sizeof(To) < 4 || (sizeof(To) == 4 && is_signed<To>)) {
    const From limit = 2147483648.0f;
    return static_cast<To>(static_cast<int>(x >= -limit && x < limit ? x : -limit));
  } else if constexpr (sizeof(To) == 4 || is_signed<To>) {
    const From limit = 0x1p63f;
    return static_cast<To>(static_cast<long long>(x >= -limit && x < limit ? x : -limit));
  } else {
    const From limit = 0x1p63f;
    const bool upper = x >= limit;
    const unsigned long long low = truncate<long long>(upper ? x - limit : x);
    return low ^ (static_cast<unsigned long long>(upper) << 63);
  }
}

/// `x` as a `To`. To bool: whether not zero. From complex to real: the real part. Floating-point
/// results are rounded once, to nearest even; integers wrap.
template <class To, class From>
GPU_HD constexpr To cast(From x) {
  if constexpr (is_same<To, From>)
    return x;
  else if constexpr (is_same<To, bool>)
    return is_true(x);
  else if constexpr (is_complex<To> && is_complex<From>)
    return To(x);
  else if constexpr (is_complex<From>)
    return cast<To>(x.real());
  else if constexpr (is_complex<To>)
    return To(cast<typename To::value_type>(x));
  else if constexpr (half_element<From>)
    return cast<To>(static_cast<float>(x));
  else if constexpr (integral_element<To> && !integral_element<From>)
    return truncate<To>(x);
  else if constexpr (is_same<From, bool>)
    return number_of<To>(x);
  else if constexpr (integral_element<From> && sizeof(From) == 8 && sizeof(To) == 1)
    return static_cast<To>(opaque(static_cast<int>(x)));
  else
    return static_cast<To>(x);
}

}  // namespace gpu::math
