// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/execute/clip_loops.hpp>

#include <gpu/elementwise/clip.hpp>

#include "execute/host/loops.hpp"

namespace gpu::execute {
namespace {

template <class T>
GPU_HD void clip_all(const void* const* in, void* out, std::ptrdiff_t count) {
  const T* const from = static_cast<const T*>(in[0]);
  const T low = *static_cast<const T*>(in[1]);
  const T high = *static_cast<const T*>(in[2]);
  T* const to = static_cast<T*>(out);
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC ivdep  // `to` may be `from`
#endif
  for (std::ptrdiff_t i = 0; i < count; ++i) to[i] = ops::clip{}(from[i], low, high);
}

template <class T>
void baseline_clip(const void* const* in, void* out, std::ptrdiff_t count) {
  clip_all<T>(in, out, count);
}

#if defined(__x86_64__) && defined(__GNUC__)

template <class T>
[[gnu::target("avx2,bmi,bmi2")]] void avx2_clip(const void* const* in, void* out,
                                                std::ptrdiff_t count) {
  clip_all<T>(in, out, count);
}

template <class T>
[[gnu::target("avx2,bmi,bmi2,avx512f,avx512cd,avx512vl,avx512bw,avx512dq")]] void avx512_clip(
    const void* const* in, void* out, std::ptrdiff_t count) {
  clip_all<T>(in, out, count);
}

template <class T>
graph::host_loop loop_for_clip(instruction_set set) noexcept {
  switch (set) {
    case instruction_set::avx512:
      return &avx512_clip<T>;
    case instruction_set::avx2:
      return &avx2_clip<T>;
    default:
      return &baseline_clip<T>;
  }
}

#else

template <class T>
graph::host_loop loop_for_clip(instruction_set) noexcept {
  return &baseline_clip<T>;
}

#endif

}  // namespace

template <class T>
graph::host_loop host_clip_loop() noexcept {
  static const graph::host_loop found = loop_for_clip<T>(host_instruction_set());
  return found;
}

template graph::host_loop host_clip_loop<std::int8_t>() noexcept;
template graph::host_loop host_clip_loop<std::int16_t>() noexcept;
template graph::host_loop host_clip_loop<std::int32_t>() noexcept;
template graph::host_loop host_clip_loop<std::int64_t>() noexcept;
template graph::host_loop host_clip_loop<std::uint8_t>() noexcept;
template graph::host_loop host_clip_loop<std::uint16_t>() noexcept;
template graph::host_loop host_clip_loop<std::uint32_t>() noexcept;
template graph::host_loop host_clip_loop<std::uint64_t>() noexcept;
template graph::host_loop host_clip_loop<float>() noexcept;
template graph::host_loop host_clip_loop<double>() noexcept;

}  // namespace gpu::execute
