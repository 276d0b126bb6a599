// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/reduction_info.hpp>
#include <gpu/elementwise/support/integer.hpp>

namespace gpu::reductions {

/// Sum over axes; 0 of no elements. float16 and bfloat16 are accumulated in float32.
struct sum {
  static constexpr reduction_info info{
      .name = "sum", .loops = loops::wide, .ufunc = "add", .is_method = true};
  static constexpr bool rounds = true;

  template <class Accumulator>
  GPU_HD static constexpr Accumulator identity() {
    return Accumulator(0);
  }
  /// So few narrow integers add up in an int.
  template <integral_element Accumulator, integral_element T, int Count>
  requires(sizeof(T) <= 2) GPU_HD static constexpr Accumulator lift_all(const T (&x)[Count]) {
    int total = 0;
    int i = 0;
#ifdef __CUDA_ARCH__
    // Four bytes in one instruction.
    if constexpr (sizeof(T) == 1)
      for (; i + 4 <= Count; i += 4) {
        const four_elements<T> four{{x[i], x[i + 1], x[i + 2], x[i + 3]}};
        if constexpr (T(-1) < T(0))
          total = __dp4a(__builtin_bit_cast(int, four), 0x01010101, total);
        else
          total = static_cast<int>(__dp4a(__builtin_bit_cast(unsigned, four), 0x01010101u,
                                          static_cast<unsigned>(total)));
      }
#endif
    for (; i < Count; ++i) total += x[i];
    return static_cast<Accumulator>(total);
  }
  template <class Accumulator>
  GPU_HD constexpr Accumulator operator()(Accumulator a, Accumulator b) const {
    if constexpr (integral_element<Accumulator>)
      return math::add(a, b);
    else
      return a + b;
  }

 private:
  template <class T>
  struct four_elements {
    T at[4];
  };
};

}  // namespace gpu::reductions
