// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/op_info.hpp>

namespace gpu::kernels {

/// The index of an element; if a thread computes a run of neighbours, also where in the run it is.
/// The index of the first one is a multiple of `run_alignment`, or, if no functor of the kernel
/// that takes a run has results of up to 4 bytes, of `min_run`: 32 bytes of what it computes. A
/// functor that takes it (functor_info::runs) then computes from `first` what neighbours have in
/// common: equal calls, of which the compiler makes one. `position` and `is_in_run` are known when
/// compiled.
struct run_index {
  long long first;
  int position = 0;
  bool is_in_run = false;

  GPU_HD constexpr run_index(long long index) : first(index) {}
  GPU_HD constexpr run_index(long long first_of_run, int place)
      : first(first_of_run), position(place), is_in_run(true) {}

  GPU_HD constexpr operator long long() const { return first + position; }
  GPU_HD constexpr bool is_odd() const { return ((is_in_run ? position : first) & 1) != 0; }
  /// Of the pair that this element belongs to, the first one and the second one.
  GPU_HD constexpr run_index even() const {
    return is_in_run ? run_index(first, position & ~1) : run_index(first & ~1ll);
  }
  GPU_HD constexpr run_index odd() const {
    return is_in_run ? run_index(first, position | 1) : run_index(first | 1);
  }
  /// The number of that pair.
  GPU_HD constexpr run_index half() const {
    return is_in_run ? run_index(first >> 1, position >> 1) : run_index(first >> 1);
  }
};

inline constexpr int run_alignment = 8;
inline constexpr int min_run = run_alignment / 2;

}  // namespace gpu::kernels
