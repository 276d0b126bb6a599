// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/loops.hpp"

namespace gpu::execute {

instruction_set host_instruction_set() noexcept {
#if defined(__x86_64__) && defined(__GNUC__)
  static const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                               __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  static const bool has_avx512 =
      has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (has_avx512) return instruction_set::avx512;
  if (has_avx2) return instruction_set::avx2;
#endif
  return instruction_set::baseline;
}

}  // namespace gpu::execute
