// SPDX-License-Identifier: BSD-3-Clause
#include "host_loops.hpp"

#include <algorithm>
#include <cstring>

namespace gpu::execute {
namespace {

instruction_set detect() noexcept {
#if defined(__x86_64__) && defined(__GNUC__)
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2");
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
                      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq");
  if (avx2 && avx512) return instruction_set::avx512;
  if (avx2) return instruction_set::avx2;
#endif
  return instruction_set::baseline;
}

}  // namespace

instruction_set host_instruction_set() noexcept {
  static const instruction_set found = detect();
  return found;
}

void detail::run_rest(const loop_shape& how, const void* const* in, void* out, std::ptrdiff_t first,
                      std::ptrdiff_t rest) {
  constexpr std::size_t widest = 64 * 16;
  alignas(64) unsigned char padded[max_arity][widest];
  alignas(64) unsigned char result[widest];
  const void* from[max_arity];
  for (std::size_t i = 0; i < how.arity; ++i) {
    const std::size_t size = how.in_sizes[i];
    const std::size_t filled = static_cast<std::size_t>(rest) * size;
    std::memcpy(padded[i], static_cast<const char*>(in[i]) + first * how.in_sizes[i], filled);
    // Operands that are there already: they cost no slow path that was not taken anyway.
    for (std::size_t at = filled; at < static_cast<std::size_t>(how.chunk) * size; at *= 2)
      std::memcpy(padded[i] + at, padded[i], std::min(at, sizeof(padded[i]) - at));
    from[i] = padded[i];
  }
  how.loop(from, result, how.chunk);
  std::memcpy(static_cast<char*>(out) + first * static_cast<std::ptrdiff_t>(how.out_size), result,
              static_cast<std::size_t>(rest) * how.out_size);
}

}  // namespace gpu::execute
