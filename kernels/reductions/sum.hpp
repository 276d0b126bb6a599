// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/reduction_info.hpp>
#include <gpu/elementwise/support/integer.hpp>

namespace gpu::reductions {

/// Sum over axes; 0 of no elements. float16 and bfloat16 are accumulated in float32.
struct sum {
  static constexpr reduction_info info{.name = "sum", .loops = loops::wide, .is_method = true};
  static constexpr bool rounds = true;

  template <class State>
  GPU_HD static constexpr State identity() {
    return State(0);
  }
  /// So few narrow integers add up in an int.
  template <integral_element State, integral_element T, int Count>
  requires(sizeof(T) <= 2) GPU_HD static constexpr State lift_all(const T (&x)[Count]) {
    int total = 0;
    int i = 0;
#ifdef __CUDA_ARCH__
    // Four bytes in one instruction.
    if constexpr (sizeof(T) == 1)
      for (; i + 4 <= Count; i += 4) {
        const chunk_of_four<T> four{{x[i], x[i + 1], x[i + 2], x[i + 3]}};
        if constexpr (T(-1) < T(0))
          total = __dp4a(__builtin_bit_cast(int, four), 0x01010101, total);
        else
          total = static_cast<int>(__dp4a(__builtin_bit_cast(unsigned, four), 0x01010101u,
                                          static_cast<unsigned>(total)));
      }
#endif
    for (; i < Count; ++i) total += x[i];
    return static_cast<State>(total);
  }
  template <class State>
  GPU_HD constexpr State operator()(State a, State b) const {
    if constexpr (integral_element<State>)
      return math::add(a, b);
    else
      return a + b;
  }

 private:
  template <class T>
  struct chunk_of_four {
    T at[4];
  };
};

}  // namespace gpu::reductions
