// SPDX-License-Identifier: BSD-3-Clause
// A user's reduction as loops of the host: what graph::host_reduction has of the library's own.
// Generated programs for the host include it.
//
// Reducer   of <gpu/kernels/primitives/reducer.hpp>
// In        element types of its inputs
#pragma once

#include <gpu/kernels/primitives/reducer.hpp>

namespace gpu::kernels {

/// What graph::host_reduction says of members of the same names.
struct user_reduction_loops {
  size_t accumulator_bytes;
  void (*clear)(void* accumulators, ptrdiff_t count);
  void (*accumulate_each)(void* accumulators, const void* const* in, ptrdiff_t count);
  void (*reduce_contiguous)(void* accumulator, const void* const* in, ptrdiff_t count);
  void (*combine)(void* accumulators, const void* others, ptrdiff_t count);
  void (*finish)(const void* accumulators, void* out, ptrdiff_t count);
};

template <int... I>
struct input_numbers {};
template <int Count, int... I>
struct count_inputs : count_inputs<Count - 1, Count - 1, I...> {};
template <int... I>
struct count_inputs<0, I...> {
  using type = input_numbers<I...>;
};

template <class Reducer, class... In>
class user_reduction {
 public:
  static constexpr user_reduction_loops loops() {
    return {sizeof(accumulator), &clear, &accumulate_each, &reduce_contiguous, &combine, &finish};
  }

 private:
  using accumulator = typename Reducer::accumulator;
  using result = typename Reducer::result;

  /// Chains of combinations, and how many of them grow side by side.
  static constexpr ptrdiff_t chain = 16;
  static constexpr ptrdiff_t lanes = 8;

  using numbers = typename count_inputs<sizeof...(In)>::type;

  template <int... I>
  static accumulator element(const void* const* in, ptrdiff_t at, input_numbers<I...>) {
    return Reducer::lift(static_cast<const In*>(in[I])[at]...);
  }

  static void clear(void* accumulators, ptrdiff_t count) {
    for (ptrdiff_t i = 0; i < count; ++i)
      static_cast<accumulator*>(accumulators)[i] = Reducer::identity();
  }

  static void accumulate_each(void* accumulators, const void* const* in, ptrdiff_t count) {
    accumulator* const s = static_cast<accumulator*>(accumulators);
    for (ptrdiff_t i = 0; i < count; ++i) s[i] = Reducer::combine(s[i], element(in, i, numbers()));
  }

  static void reduce_contiguous(void* accumulators, const void* const* in, ptrdiff_t count) {
    accumulator* const s = static_cast<accumulator*>(accumulators);
    *s = Reducer::combine(*s, range(in, 0, count));
  }

  /// Elements [first, first + count), halved until few are left: errors grow with the logarithm.
  static accumulator range(const void* const* in, ptrdiff_t first, ptrdiff_t count) {
    if (count > chain * lanes) {
      const ptrdiff_t blocks = (count + chain * lanes - 1) / (chain * lanes);
      const ptrdiff_t half = blocks / 2 * (chain * lanes);
      return Reducer::combine(range(in, first, half), range(in, first + half, count - half));
    }
    accumulator sums[lanes];
    clear(sums, lanes);
    for (ptrdiff_t i = 0; i < count; ++i)
      sums[i % lanes] = Reducer::combine(sums[i % lanes], element(in, first + i, numbers()));
    for (ptrdiff_t half = lanes / 2; half > 0; half /= 2)
      for (ptrdiff_t i = 0; i < half; ++i) sums[i] = Reducer::combine(sums[i], sums[i + half]);
    return sums[0];
  }

  static void combine(void* accumulators, const void* others, ptrdiff_t count) {
    accumulator* const s = static_cast<accumulator*>(accumulators);
    for (ptrdiff_t i = 0; i < count; ++i)
      s[i] = Reducer::combine(s[i], static_cast<const accumulator*>(others)[i]);
  }

  static void finish(const void* accumulators, void* out, ptrdiff_t count) {
    for (ptrdiff_t i = 0; i < count; ++i)
      static_cast<result*>(out)[i] =
          Reducer::finish(static_cast<const accumulator*>(accumulators)[i]);
  }
};

}  // namespace gpu::kernels
