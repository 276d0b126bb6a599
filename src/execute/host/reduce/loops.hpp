// SPDX-License-Identifier: BSD-3-Clause
// Turns a reduction of kernels/reductions/ into loops over contiguous elements, one for each
// instruction set.
#pragma once

#include <gpu/graph/op.hpp>
#include <gpu/kernels/primitives/reducer.hpp>

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "execute/host/loops.hpp"
#include "execute/host/reduce/contiguous_reductions.hpp"
#include "execute/host/reduce/row_chains.hpp"
#include "execute/host/scan/body.hpp"

namespace gpu::execute {

namespace detail {

/// How many states grow side by side, and how many elements each takes before they are put away:
/// chains of additions stay short, so errors grow with the logarithm of the count.
inline constexpr std::ptrdiff_t state_lanes = 32;
inline constexpr std::ptrdiff_t chain_length = 16;

template <class Op>
inline constexpr bool has_positions = false;
template <class Op>
requires requires {
  Op::info.takes_positions;
}
inline constexpr bool has_positions<Op> = Op::info.takes_positions;

template <class Reducer, class... In>
struct reduction_body {
  using state = typename Reducer::state;
  using result = typename Reducer::result;
  using block = block_of<typename Reducer::op>;
  using scans = scan_body<reduction_body, Reducer, In...>;
  static constexpr bool takes_positions = has_positions<typename Reducer::op>;
  /// Of the first input.
  static constexpr std::ptrdiff_t element_bytes = [](auto first, auto...) {
    return static_cast<std::ptrdiff_t>(sizeof(first));
  }(In()...);

  /// Input `I`: elements, or positions as `host_reduction::takes_positions` says.
  template <std::size_t I, class Element>
  GPU_HD static auto source(const void* const* in) {
    if constexpr (takes_positions && I + 1 == sizeof...(In)) {
      const long long* const line = static_cast<const long long*>(in[I]);
      return affine_positions{line[0], line[1]};
    } else {
      return static_cast<const Element*>(in[I]);
    }
  }
  /// The same of rows.
  template <std::size_t I, class Element>
  GPU_HD static auto row_source(const void* const* in, const std::ptrdiff_t* steps) {
    if constexpr (takes_positions && I + 1 == sizeof...(In)) {
      const long long* const line = static_cast<const long long*>(in[I]);
      return position_rows{{line[0], line[1]}, line[2]};
    } else {
      return element_rows<Element>{static_cast<const char*>(in[I]), steps[I]};
    }
  }

  template <std::size_t... I>
  static consteval bool finds_rows(std::index_sequence<I...>) {
    return requires(state * s, const void* const* in, const std::ptrdiff_t* steps) {
      block::reduce_rows(s, 0, 0, row_source<I, In>(in, steps)...);
    };
  }
  /// Whether there is a better way to take rows than one by one: the block's own, or chains.
  static constexpr bool block_has_rows = finds_rows(std::index_sequence_for<In...>());
  static constexpr bool has_rows = block_has_rows || takes_rows_in_chains<typename Reducer::op>;
  /// Whether a line takes so little that a call for each counts.
  static constexpr bool has_lines = takes_positions;

  /// Compilers find vectors for a few integers by themselves.
  static constexpr std::ptrdiff_t min_chained =
      std::is_integral_v<state> ? 4 * state_lanes : state_lanes;

  GPU_HD static void clear(void* states, std::ptrdiff_t count) {
    state* const s = static_cast<state*>(states);
    for (std::ptrdiff_t i = 0; i < count; ++i) s[i] = Reducer::identity();
  }

  template <class... Source>
  GPU_HD static void accumulate_each(state* s, std::ptrdiff_t count, Source... in) {
    if constexpr (requires { block::accumulate_each(s, count, in...); })
      return block::accumulate_each(s, count, in...);
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC ivdep
#endif
    for (std::ptrdiff_t i = 0; i < count; ++i)
      s[i] = Reducer::combine(s[i], Reducer::lift(in[i]...));
  }

  GPU_HD static void combine(void* states, const void* others, std::ptrdiff_t count) {
    state* const s = static_cast<state*>(states);
    const state* const o = static_cast<const state*>(others);
    for (std::ptrdiff_t i = 0; i < count; ++i) s[i] = Reducer::combine(s[i], o[i]);
  }

  /// Folds lanes pairwise into the first.
  template <std::ptrdiff_t Half>
  GPU_HD static void fold(state* lanes) {
    for (std::ptrdiff_t i = 0; i < Half; ++i)
      lanes[i] = Reducer::combine(lanes[i], lanes[i + Half]);
    if constexpr (Half > 1) fold<Half / 2>(lanes);
  }

  template <class... Source>
  GPU_HD static void reduce_contiguous(state* s, std::ptrdiff_t count, Source... in) {
    std::ptrdiff_t done = 0;
    if constexpr (requires { block::take(*s, count, in...); }) {
      constexpr auto least = is_exact<block> ? 1 : min_block;
      constexpr auto most = is_exact<block> ? exact_block_bytes / element_bytes : block_length;
      for (; count - done >= least; done += std::min(most, count - done))
        block::take(*s, std::min(most, count - done), in + done...);
      if constexpr (is_exact<block>) return;
    }
    if (count - done >= min_chained) {
      state sums[state_lanes];
      for (bool is_first = true; count - done >= state_lanes; is_first = false) {
        state chains[state_lanes];
        clear(chains, state_lanes);
        for (std::ptrdiff_t k = 0; k < chain_length && count - done >= state_lanes; ++k) {
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC ivdep
#endif
          for (std::ptrdiff_t i = 0; i < state_lanes; ++i)
            chains[i] = Reducer::combine(chains[i], Reducer::lift(in[done + i]...));
          done += state_lanes;
        }
        if (is_first)
          std::copy(chains, chains + state_lanes, sums);
        else
          combine(sums, chains, state_lanes);
      }
      fold<state_lanes / 2>(sums);
      *s = Reducer::combine(*s, sums[0]);
    }
    state rest = Reducer::identity();
    for (; done < count; ++done) rest = Reducer::combine(rest, Reducer::lift(in[done]...));
    *s = Reducer::combine(*s, rest);
  }

  GPU_HD static void finish(const void* states, void* out, std::ptrdiff_t count) {
    const state* const s = static_cast<const state*>(states);
    result* const r = static_cast<result*>(out);
    for (std::ptrdiff_t i = 0; i < count; ++i) r[i] = Reducer::finish(s[i]);
  }

  template <std::size_t... I>
  GPU_HD static void take_each_of(void* states, const void* const* in, std::ptrdiff_t count,
                                  std::index_sequence<I...>) {
    accumulate_each(static_cast<state*>(states), count, source<I, In>(in)...);
  }
  template <std::size_t... I>
  GPU_HD static void take_all_of(void* states, const void* const* in, std::ptrdiff_t count,
                                 std::index_sequence<I...>) {
    reduce_contiguous(static_cast<state*>(states), count, source<I, In>(in)...);
  }
  template <std::size_t... I>
  GPU_HD static void take_rows_of(void* states, const void* const* in, const std::ptrdiff_t* steps,
                                  std::ptrdiff_t rows, std::ptrdiff_t count,
                                  std::index_sequence<I...>) {
    if constexpr (block_has_rows)
      block::reduce_rows(static_cast<state*>(states), rows, count, row_source<I, In>(in, steps)...);
    else if constexpr (has_rows)
      row_chains<Reducer, In...>::take(static_cast<state*>(states), rows, count,
                                       row_source<I, In>(in, steps)...);
  }
  template <std::size_t... I>
  GPU_HD static void take_lines_of(void* states, const void* const* in, const std::ptrdiff_t* steps,
                                   std::ptrdiff_t rows, std::ptrdiff_t count,
                                   std::index_sequence<I...>) {
    if constexpr (has_lines)
      reduce_lines(static_cast<state*>(states), rows, count, row_source<I, In>(in, steps)...);
  }
  template <class... Rows>
  GPU_HD static void reduce_lines(state* s, std::ptrdiff_t rows, std::ptrdiff_t count, Rows... in) {
    for (std::ptrdiff_t row = 0; row < rows; ++row) reduce_contiguous(s + row, count, in[row]...);
  }
  template <std::size_t... I>
  GPU_HD static void scan_all_of(void* s, bool begun, const void* const* in, void* out,
                                 std::ptrdiff_t count, std::index_sequence<I...>) {
    scans::scan_all(static_cast<state*>(s), begun, static_cast<result*>(out), count,
                    static_cast<const In*>(in[I])...);
  }
  template <std::size_t... I>
  GPU_HD static void scan_each_of(void* s, bool begun, const void* const* in, void* out,
                                  std::ptrdiff_t count, std::index_sequence<I...>) {
    scans::scan_each(static_cast<state*>(s), begun, static_cast<result*>(out), count,
                     static_cast<const In*>(in[I])...);
  }
};

/// The loops of one reduction for one instruction set; `GPU_TARGET` is its function attribute.
#define GPU_REDUCTION_LOOPS(set, target)                                                         \
  template <class Reducer, class... In>                                                          \
  struct set##_reduction {                                                                       \
    using body = reduction_body<Reducer, In...>;                                                 \
    target static void clear(void* states, std::ptrdiff_t count) { body::clear(states, count); } \
    target static void accumulate_each(void* states, const void* const* in,                      \
                                       std::ptrdiff_t count) {                                   \
      body::take_each_of(states, in, count, std::index_sequence_for<In...>());                   \
    }                                                                                            \
    target static void reduce_contiguous(void* state, const void* const* in,                     \
                                         std::ptrdiff_t count) {                                 \
      constexpr std::ptrdiff_t steps[sizeof...(In)] = {};                                        \
      if constexpr (body::has_lines)                                                             \
        reduce_lines(state, in, steps, 1, count);                                                \
      else                                                                                       \
        body::take_all_of(state, in, count, std::index_sequence_for<In...>());                   \
    }                                                                                            \
    target static void reduce_rows(void* states, const void* const* in,                          \
                                   const std::ptrdiff_t* steps, std::ptrdiff_t rows,             \
                                   std::ptrdiff_t count) {                                       \
      body::take_rows_of(states, in, steps, rows, count, std::index_sequence_for<In...>());      \
    }                                                                                            \
    target static void reduce_lines(void* states, const void* const* in,                         \
                                    const std::ptrdiff_t* steps, std::ptrdiff_t rows,            \
                                    std::ptrdiff_t count) {                                      \
      body::take_lines_of(states, in, steps, rows, count, std::index_sequence_for<In...>());     \
    }                                                                                            \
    target static void combine(void* states, const void* others, std::ptrdiff_t count) {         \
      body::combine(states, others, count);                                                      \
    }                                                                                            \
    target static void finish(const void* states, void* out, std::ptrdiff_t count) {             \
      body::finish(states, out, count);                                                          \
    }                                                                                            \
    target static void scan_all(void* state, bool begun, const void* const* in, void* out,       \
                                std::ptrdiff_t count) {                                          \
      body::scan_all_of(state, begun, in, out, count, std::index_sequence_for<In...>());         \
    }                                                                                            \
    target static void scan_each(void* states, bool begun, const void* const* in, void* out,     \
                                 std::ptrdiff_t count) {                                         \
      body::scan_each_of(states, begun, in, out, count, std::index_sequence_for<In...>());       \
    }                                                                                            \
    static constexpr graph::host_reduction loops{sizeof(typename Reducer::state),                \
                                                 &clear,                                         \
                                                 &accumulate_each,                               \
                                                 &reduce_contiguous,                             \
                                                 &combine,                                       \
                                                 &finish,                                        \
                                                 &scan_all,                                      \
                                                 &scan_each,                                     \
                                                 body::takes_positions,                          \
                                                 body::has_rows ? &reduce_rows : nullptr,        \
                                                 body::has_lines ? &reduce_lines : nullptr};     \
  };

GPU_REDUCTION_LOOPS(baseline, )
#if defined(__x86_64__) && defined(__GNUC__)
GPU_REDUCTION_LOOPS(avx2, [[gnu::target("avx2,bmi,bmi2")]])
GPU_REDUCTION_LOOPS(avx512,
                    [[gnu::target("avx2,bmi,bmi2,avx512f,avx512cd,avx512vl,avx512bw,avx512dq")]])
#endif

#undef GPU_REDUCTION_LOOPS

}  // namespace detail

/// The loops of `Op` from elements `In...` to `Out`, for the best of this machine's instructions
/// that keep every rounding: see `loop_for`.
template <class Op, class Out, class... In>
[[nodiscard]] const graph::host_reduction* reduction_for(instruction_set set) noexcept {
  using reducer = kernels::reducer<Op, Out, In...>;
#if defined(__x86_64__) && defined(__GNUC__)
  if constexpr (!detail::has_complex<Out, In...>)
    if (set == instruction_set::avx512) return &detail::avx512_reduction<reducer, In...>::loops;
  if (set != instruction_set::baseline) return &detail::avx2_reduction<reducer, In...>::loops;
#endif
  return &detail::baseline_reduction<reducer, In...>::loops;
}

}  // namespace gpu::execute
