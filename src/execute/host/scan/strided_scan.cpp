// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/scan/strided_scan.hpp"

#include <gpu/core/reduction_info.hpp>
#include <gpu/kernels/primitives/reducer.hpp>
#include <gpu/kernels/reductions/prod.hpp>
#include <gpu/kernels/reductions/sum.hpp>

#include <array>
#include <cstring>
#include <type_traits>
#include <utility>

#include "execute/host/registration.hpp"
#include "execute/host/transpose_block.hpp"

namespace gpu::execute {
namespace {

/// As many streams as one core reads well, and wide results fill a cache line.
constexpr std::ptrdiff_t lines_at_once = 8;

#ifdef __GNUC__
/// Elements, states and results are the same numbers, and few make a vector.
template <class State, class Result, class In>
constexpr bool is_in_squares =
    std::conjunction_v<std::is_arithmetic<In>, std::bool_constant<(sizeof(In) >= 4)>,
                       std::is_same<State, In>, std::is_same<Result, In>>;

/// Integers wrap.
template <class T>
using number = typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>,
                                           std::type_identity<T>>::type;

/// Sums, or products, of `lines_at_once` lines, a square at a time.
template <class Op, class T>
class square_scan {
  using square = transpose_block<number<T>>;
  using vector = typename square::vector;
  static constexpr std::ptrdiff_t side = square::side;
  static constexpr std::ptrdiff_t squares = lines_at_once / side;
  /// Rows of results lie too far apart for the processor to foresee which is next.
  static constexpr std::ptrdiff_t fetched_ahead = 32;

 public:
  /// @returns  how many elements of each line are scanned; those beyond fill no square
  static std::ptrdiff_t scan(const T* in, T* out, T* now, turned_lines lines) {
    const std::ptrdiff_t count = lines.step == 1 ? lines.length / side * side : 0;
    if (count == 0) return 0;
    vector states[squares];
    take<true>(in, out, states, lines);
    for (std::ptrdiff_t i = side; i < count; i += side) {
      if (i + fetched_ahead + side <= lines.length) fetch(out, i + fetched_ahead, lines);
      take<false>(in + i, out + i * lines.out_step, states, lines);
    }
    std::memcpy(now, states, sizeof(states));
    return count;
  }

 private:
  [[gnu::always_inline]] static inline void fetch(T* out, std::ptrdiff_t row,
                                                  const turned_lines& lines) {
#pragma GCC unroll 4
    for (std::ptrdiff_t r = 0; r < side; ++r)
      __builtin_prefetch(out + (row + r) * lines.out_step, 1);
  }

  [[gnu::always_inline]] static inline vector combine(vector a, vector b) {
    if constexpr (std::is_same_v<Op, reductions::sum>)
      return a + b;
    else
      return a * b;
  }

  /// All elements are read before a result is written: at some distances that would push them out
  /// of the cache.
  template <bool IsFirst>
  [[gnu::always_inline]] static inline void take(const T* in, T* out, vector (&states)[squares],
                                                 const turned_lines& lines) {
    vector rows[squares][side];
#pragma GCC unroll 4
    for (std::ptrdiff_t k = 0; k < squares; ++k) {
#pragma GCC unroll 4
      for (std::ptrdiff_t c = 0; c < side; ++c)
        std::memcpy(&rows[k][c], in + (k * side + c) * lines.line, sizeof(vector));
      square::turn(rows[k]);
    }
#pragma GCC unroll 4
    for (std::ptrdiff_t r = 0; r < side; ++r) {
#pragma GCC unroll 4
      for (std::ptrdiff_t k = 0; k < squares; ++k) {
        states[k] = IsFirst && r == 0 ? rows[k][r] : combine(states[k], rows[k][r]);
        std::memcpy(out + r * lines.out_step + k * side, &states[k], sizeof(vector));
      }
    }
  }
};
#endif

template <class Op, class Out, class In>
class turned {
  using reducer = kernels::reducer<Op, Out, In>;
  using state = typename reducer::state;
  using result = typename reducer::result;

 public:
  static void scan(const turned_lines& lines) {
    const In* in = static_cast<const In*>(lines.in);
    result* out = static_cast<result*>(lines.out);
    std::ptrdiff_t line = 0;
    for (; line + lines_at_once <= lines.count; line += lines_at_once)
      scan_lines<lines_at_once>(in + line * lines.line, out + line, lines);
    for (; line < lines.count; ++line) scan_lines<1>(in + line * lines.line, out + line, lines);
  }

 private:
  /// @param lines  a copy, which the stores to `out` leave alone
  template <std::ptrdiff_t Count>
  static void scan_lines(const In* in, result* out, turned_lines lines) {
    state now[Count];
    std::ptrdiff_t i = scan_squares(in, out, now, lines);
    if (i == 0) {
      for (std::ptrdiff_t k = 0; k < Count; ++k) {
        now[k] = reducer::lift(in[k * lines.line]);
        out[k] = reducer::finish(now[k]);
      }
      i = 1;
    }
    in += i * lines.step;
    out += i * lines.out_step;
    for (; i < lines.length; ++i, in += lines.step, out += lines.out_step) {
      for (std::ptrdiff_t k = 0; k < Count; ++k) {
        now[k] = reducer::combine(now[k], reducer::lift(in[k * lines.line]));
        out[k] = reducer::finish(now[k]);
      }
    }
  }

  /// As many elements of each line as squares of them can be turned in vectors.
  /// @returns  how many are scanned
  template <std::ptrdiff_t Count>
  static std::ptrdiff_t scan_squares(const In* in, result* out, state (&now)[Count],
                                     const turned_lines& lines) {
#ifdef __GNUC__
    if constexpr (Count == lines_at_once && is_in_squares<state, result, In>)
      return square_scan<Op, In>::scan(in, out, now, lines);
#endif
    return 0;
  }
};

/// None for float16 and bfloat16, which are slow to convert one by one.
template <class Op, int Index>
constexpr strided_scan scan_of() {
  constexpr loop types = detail::nth_loop<Op>(Index);
  if (size_bytes(types.in[0]) == 2 && facts(types.in[0]).kind == dtype_kind::floating)
    return nullptr;
  return &turned<Op, computed_t<element_t<types.out>>, computed_t<element_t<types.in[0]>>>::scan;
}

template <class Op, int... Index>
constexpr auto scans_of(std::integer_sequence<int, Index...>) {
  return std::array<strided_scan, sizeof...(Index)>{scan_of<Op, Index>()...};
}

template <class Op>
strided_scan find(const graph::kernel_scan& scan) {
  static constexpr auto scans =
      scans_of<Op>(std::make_integer_sequence<int, count_loops(Op::info.loops)>());
  return scan.op == &graph::record_of<Op>() ? scans[static_cast<std::size_t>(scan.loop)] : nullptr;
}

}  // namespace

strided_scan turned_scan_of(const graph::kernel_scan& scan) {
  const strided_scan found = find<reductions::sum>(scan);
  return found != nullptr ? found : find<reductions::prod>(scan);
}

}  // namespace gpu::execute
