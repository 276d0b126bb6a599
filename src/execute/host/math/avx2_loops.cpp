// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/math/avx2_loops.hpp"

#if defined(__x86_64__) && defined(__GNUC__)

#include "execute/host/math/avx2_arcsin.hpp"
#include "execute/host/math/avx2_cbrt.hpp"
#include "execute/host/math/avx2_circular.hpp"
#include "execute/host/math/avx2_exponentials.hpp"
#include "execute/host/math/avx2_logarithms.hpp"
#include "execute/host/math/avx2_sinh.hpp"

namespace gpu::execute::avx2 {
namespace {

/// Elements of a vector.
template <class T>
inline constexpr std::ptrdiff_t width = 32 / sizeof(T);

/// The loop begins where a vector of `out` does if there are elements enough for that to matter.
template <class T>
std::ptrdiff_t first_of_loop(const T* out, std::ptrdiff_t count) {
  constexpr std::ptrdiff_t worthwhile = 512;
  const auto past = reinterpret_cast<std::uintptr_t>(out) % 32 / sizeof(T);
  return width<T> - (count < worthwhile ? 0 : static_cast<std::ptrdiff_t>(past));
}

template <class Function, class T>
GPU_AVX2 void run_few(const T* in, T* out, std::ptrdiff_t count) {
  T few[width<T>] = {};
  for (std::ptrdiff_t i = 0; i < count; ++i) few[i] = in[i];
  store(Function{}(load(few)), few);
  for (std::ptrdiff_t i = 0; i < count; ++i) out[i] = few[i];
}

}  // namespace

// The first vector and the last overlap the others, so they are read before and written after them.
template <class Function, class T>
void loop(const void* const* operands, void* result, std::ptrdiff_t count) {
  const T* const in = static_cast<const T*>(operands[0]);
  T* const out = static_cast<T*>(result);
  if (count < width<T>) return run_few<Function>(in, out, count);
  const std::ptrdiff_t end = count - width<T>;
  const auto first = Function{}(load(in));
  const auto last = Function{}(load(in + end));
  for (std::ptrdiff_t i = first_of_loop(out, count); i < end; i += width<T>)
    store(Function{}(load(in + i)), out + i);
  store(first, out);
  store(last, out + end);
}

template void loop<arcsin, double>(const void* const*, void*, std::ptrdiff_t);
template void loop<arcsin, float>(const void* const*, void*, std::ptrdiff_t);
template void loop<cbrt, float>(const void* const*, void*, std::ptrdiff_t);
template void loop<cos, double>(const void* const*, void*, std::ptrdiff_t);
template void loop<exp2, float>(const void* const*, void*, std::ptrdiff_t);
template void loop<exp, double>(const void* const*, void*, std::ptrdiff_t);
template void loop<exp, float>(const void* const*, void*, std::ptrdiff_t);
template void loop<expm1, double>(const void* const*, void*, std::ptrdiff_t);
template void loop<expm1, float>(const void* const*, void*, std::ptrdiff_t);
template void loop<log, float>(const void* const*, void*, std::ptrdiff_t);
template void loop<log2, float>(const void* const*, void*, std::ptrdiff_t);
template void loop<sin, double>(const void* const*, void*, std::ptrdiff_t);
template void loop<sinh, double>(const void* const*, void*, std::ptrdiff_t);
template void loop<sinh, float>(const void* const*, void*, std::ptrdiff_t);

}  // namespace gpu::execute::avx2

#endif
