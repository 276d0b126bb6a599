// SPDX-License-Identifier: BSD-3-Clause
// Turns a functor into loops over contiguous elements, one for each instruction set.
//
// Every element takes the same path wherever it lies: loops run over whole chunks of a fixed number
// of lanes, and the rest is copied to a padded chunk. So a result depends on the operands alone,
// not on the block that they are in, and fused results are those of one op at a time.
#pragma once

#include "simd_math.hpp"

#include <gpu/core/complex.hpp>
#include <gpu/core/host_device.hpp>
#include <gpu/graph/op.hpp>

#include <cstddef>
#include <utility>

namespace gpu::execute {

/// What the loops are compiled for.
enum class instruction_set { baseline, avx2, avx512 };

/// The largest that this machine has.
[[nodiscard]] instruction_set host_instruction_set() noexcept;

namespace detail {

/// The most operands that a loop has.
inline constexpr std::size_t max_arity = 4;

/// Elements of a chunk: a multiple of what one vector of any instruction set holds of any of `T`.
template <class... T>
consteval std::ptrdiff_t lanes() {
  std::size_t smallest = 8;
  ((smallest = sizeof(T) < smallest ? sizeof(T) : smallest), ...);
  return static_cast<std::ptrdiff_t>(64 / smallest);
}

template <class T>
inline constexpr bool is_complex_type = false;
template <class T>
inline constexpr bool is_complex_type<complex<T>> = true;
template <class... T>
inline constexpr bool has_complex = (is_complex_type<T> || ...);

/// How a loop treats its operands, for what is left behind the last whole chunk.
struct loop_shape {
  graph::host_loop loop;
  std::ptrdiff_t chunk;
  std::size_t out_size;
  const unsigned char* in_sizes;
  std::size_t arity;
};

/// Computes elements [first, first + rest) in a chunk of their own, padded by repeating them.
void run_rest(const loop_shape& how, const void* const* in, void* out, std::ptrdiff_t first,
              std::ptrdiff_t rest);

/// `out[i] = Op{}(in[i]...)`, of whole chunks only. `out` may be one of `in`.
template <class Op, class Out, class... In>
GPU_HD void run_chunks(std::ptrdiff_t count, Out* out, const In*... in) {
  count &= -lanes<Out, In...>();
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed"  // some ops have no vector form
#pragma clang loop vectorize(assume_safety)
#elif defined(__GNUC__)
#pragma GCC ivdep
#endif
  for (std::ptrdiff_t i = 0; i < count; ++i) out[i] = Op{}(in[i]...);
}

template <class Op, class Out, class... In, std::size_t... I>
GPU_HD void run(graph::host_loop self, std::index_sequence<I...>, const void* const* in, void* out,
                std::ptrdiff_t count) {
  constexpr std::ptrdiff_t chunk = lanes<Out, In...>();
  static_assert(sizeof...(In) <= max_arity);
  run_chunks<Op>(count, static_cast<Out*>(out), static_cast<const In*>(in[I])...);
  const std::ptrdiff_t rest = count & (chunk - 1);
  if (rest == 0) return;
  constexpr unsigned char sizes[] = {sizeof(In)...};
  run_rest({self, chunk, sizeof(Out), sizes, sizeof...(In)}, in, out, count - rest, rest);
}

}  // namespace detail

/// The loop of `Op` from elements `In...` to `Out`.
template <class Op, class Out, class... In>
void baseline_loop(const void* const* in, void* out, std::ptrdiff_t count) {
  detail::run<Op, Out, In...>(&baseline_loop<Op, Out, In...>, std::index_sequence_for<In...>(), in,
                              out, count);
}

#if defined(__x86_64__) && defined(__GNUC__)

// Without "fma", and for complex types without AVX-512, which has it: g++ 12 makes one instruction
// of the two roundings of a complex product although -ffp-contract=off forbids it.
template <class Op, class Out, class... In>
[[gnu::target("avx2,bmi,bmi2")]] void avx2_loop(const void* const* in, void* out,
                                                std::ptrdiff_t count) {
  detail::run<Op, Out, In...>(&avx2_loop<Op, Out, In...>, std::index_sequence_for<In...>(), in, out,
                              count);
}

template <class Op, class Out, class... In>
[[gnu::target("avx2,bmi,bmi2,avx512f,avx512cd,avx512vl,avx512bw,avx512dq")]] void avx512_loop(
    const void* const* in, void* out, std::ptrdiff_t count) {
  detail::run<Op, Out, In...>(&avx512_loop<Op, Out, In...>, std::index_sequence_for<In...>(), in,
                              out, count);
}

/// The same for `set`.
template <class Op, class Out, class... In>
[[nodiscard]] graph::host_loop loop_for(instruction_set set) noexcept {
  switch (set) {
    case instruction_set::avx512:
      if constexpr (!detail::has_complex<Out, In...>) return &avx512_loop<Op, Out, In...>;
      [[fallthrough]];
    case instruction_set::avx2:
      return &avx2_loop<Op, Out, In...>;
    default:
      return &baseline_loop<Op, Out, In...>;
  }
}

#else

template <class Op, class Out, class... In>
[[nodiscard]] graph::host_loop loop_for(instruction_set) noexcept {
  return &baseline_loop<Op, Out, In...>;
}

#endif

}  // namespace gpu::execute
