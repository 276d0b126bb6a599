// SPDX-License-Identifier: BSD-3-Clause
// Makes of a reduction of kernels/reductions/ loops over contiguous elements, for each instruction
// set.
#pragma once

#include <gpu/graph/op.hpp>
#include <gpu/kernels/primitives/reducer.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "execute/host/loops.hpp"
#include "execute/host/reduce/count_true.hpp"
#include "execute/host/reduce/two_pass.hpp"
#include "execute/host/scan/body.hpp"
#include "execute/host/vector_loop.hpp"

namespace gpu::execute {

namespace detail {

/// How many accumulators grow side by side, and how many elements each takes before they are put
/// away: chains of additions stay short, so errors grow with the logarithm of the count.
inline constexpr std::ptrdiff_t accumulator_lanes = 32;
inline constexpr std::ptrdiff_t rest_lanes = 8;  ///< of what is left
/// Of long rows, in several vectors of narrow accumulators.
template <class Accumulator>
inline constexpr std::ptrdiff_t many_lanes = 256 / static_cast<std::ptrdiff_t>(sizeof(Accumulator));
inline constexpr std::ptrdiff_t chain_length = 16;

/// What the loops do, with vectors of `Bytes` bytes; `Index` numbers the inputs.
template <int Bytes, class Reducer, class Index, class... In>
struct reduction_body;
template <int Bytes, class Reducer, std::size_t... I, class... In>
struct reduction_body<Bytes, Reducer, std::index_sequence<I...>, In...> {
  using op = typename Reducer::op;
  using accumulator = typename Reducer::accumulator;
  using result = typename Reducer::result;
  static constexpr bool takes_positions = has_positions<op>;

  /// Input number `Number`: elements, or positions as `host_reduction::takes_positions` says.
  template <class Positions, std::size_t Number, class Element>
  GPU_HD static auto source(const void* const* in) {
    if constexpr (takes_positions && Number + 1 == sizeof...(In))
      return Positions::read(static_cast<const std::int64_t*>(in[Number]));
    else
      return static_cast<const stored<Element>*>(in[Number]);
  }
  static constexpr bool has_two_passes = reads_twice<op>;

  /// Whether elements are bytes that count as 0 or 1.
  static constexpr bool counts_bytes =
      (sizeof...(In) == 1) && ((sizeof(In) == 1) && ...) && requires {
    requires op::counts;
  };

  static constexpr bool may_be_final = requires(accumulator all) { op::is_final(all); };

  /// Whether no element changes `all` any more.
  GPU_HD static bool is_final(const accumulator& all) {
    if constexpr (may_be_final)
      return op::is_final(all);
    else
      return false;
  }

  GPU_HD static void clear(void* accumulators, std::ptrdiff_t count) {
    auto* const a = static_cast<stored<accumulator>*>(accumulators);
    for (std::ptrdiff_t i = 0; i < count; ++i) a[i] = Reducer::identity();
  }

  template <class... Source>
  GPU_HD static void accumulate_each(void* accumulators, std::ptrdiff_t count, Source... in) {
    auto* const a = static_cast<stored<accumulator>*>(accumulators);
    GPU_INDEPENDENT_LOOP
    for (std::ptrdiff_t i = 0; i < count; ++i)
      a[i] = Reducer::combine(static_cast<accumulator>(a[i]), Reducer::lift(in[i]...));
  }

  GPU_HD static void combine(void* accumulators, const void* others, std::ptrdiff_t count) {
    auto* const a = static_cast<stored<accumulator>*>(accumulators);
    const auto* const b = static_cast<const stored<accumulator>*>(others);
    GPU_VECTOR_LOOP
    for (std::ptrdiff_t i = 0; i < count; ++i)
      a[i] = Reducer::combine(static_cast<accumulator>(a[i]), static_cast<accumulator>(b[i]));
  }

  /// Folds lanes pairwise into the first.
  template <std::ptrdiff_t Half>
  GPU_HD static void fold(stored<accumulator>* lanes) {
    combine(lanes, lanes + Half, Half);
    if constexpr (Half > 1) fold<Half / 2>(lanes);
  }

  template <class... Source>
  GPU_HD static void reduce_contiguous(accumulator& all, std::ptrdiff_t count, Source... in) {
    if (is_final(all)) return;
    if constexpr (may_be_final) {
      reduce_until_final(all, count, in...);
    } else if constexpr (counts_bytes) {
      all += count_true(count, in...);
    } else if constexpr (has_two_passes) {
      for (std::ptrdiff_t done = 0; done < count; done += two_pass_block)
        two_pass<op, Bytes>::reduce(all, std::min(two_pass_block, count - done), in + done...);
    } else {
      reduce_in_lanes(all, count, in...);
    }
  }
  /// Of bools, in bytes: GCC has no vectors of bool. Looks between blocks whether it may end.
  template <class... Source>
  GPU_HD static void reduce_until_final(accumulator& all, std::ptrdiff_t count, Source... in) {
    using byte = unsigned char;
    for (std::ptrdiff_t done = 0; done < count && !is_final(all); done += two_pass_block) {
      const std::ptrdiff_t end = std::min(done + two_pass_block, count);
      byte block = Reducer::identity();
      GPU_VECTOR_LOOP
      for (std::ptrdiff_t i = done; i < end; ++i)
        block = op()(block, static_cast<byte>(Reducer::lift(in[i]...)));
      all = Reducer::combine(all, block != 0);
    }
  }
  template <class... Source>
  GPU_HD static void reduce_in_lanes(accumulator& all, std::ptrdiff_t count, Source... in) {
    std::ptrdiff_t done = 0;
    if constexpr (constexpr std::ptrdiff_t many = many_lanes<accumulator>; many > accumulator_lanes)
      if (count >= 4 * many) done = add_lanes<many>(all, count, in...);
    done += add_lanes<accumulator_lanes>(all, count - done, (in + done)...);
    done += add_lanes<rest_lanes>(all, count - done, (in + done)...);
    accumulator rest = Reducer::identity();
    for (std::ptrdiff_t i = done; i < count; ++i)
      rest = Reducer::combine(rest, Reducer::lift(in[i]...));
    all = Reducer::combine(all, rest);
  }
  /// @returns  how many elements are reduced: those that `Lanes` share evenly
  template <std::ptrdiff_t Lanes, class... Source>
  GPU_HD static std::ptrdiff_t add_lanes(accumulator& all, std::ptrdiff_t count, Source... in) {
    if (count < Lanes) return 0;
    stored<accumulator> sums[Lanes];
    std::ptrdiff_t done = add_chains<Lanes>(sums, count, in...);
    while (count - done >= Lanes) {
      stored<accumulator> chains[Lanes];
      done += add_chains<Lanes>(chains, count - done, (in + done)...);
      combine(sums, chains, Lanes);
    }
    fold<Lanes / 2>(sums);
    all = Reducer::combine(all, static_cast<accumulator>(sums[0]));
    return done;
  }
  /// Makes the lanes accumulators of a chain of elements each, without clearing them first: short
  /// rows have one element in each.
  /// @returns  how many elements are reduced
  template <std::ptrdiff_t Lanes, class... Source>
  GPU_HD static std::ptrdiff_t add_chains(stored<accumulator>* lanes, std::ptrdiff_t count,
                                          Source... in) {
    GPU_VECTOR_LOOP
    for (std::ptrdiff_t i = 0; i < Lanes; ++i)
      lanes[i] = Reducer::combine(Reducer::identity(), Reducer::lift(in[i]...));
    std::ptrdiff_t done = Lanes;
    for (std::ptrdiff_t k = 1; k < chain_length && count - done >= Lanes; ++k, done += Lanes)
      accumulate_each(lanes, Lanes, (in + done)...);
    return done;
  }

  GPU_HD static void finish(const void* accumulators, void* out, std::ptrdiff_t count) {
    const accumulator* const a = static_cast<const accumulator*>(accumulators);
    result* const r = static_cast<result*>(out);
    for (std::ptrdiff_t i = 0; i < count; ++i) r[i] = Reducer::finish(a[i]);
  }

  GPU_HD static void accumulate_inputs(void* accumulators, const void* const* in,
                                       std::ptrdiff_t count) {
    accumulate_each(accumulators, count, source<row_positions, I, In>(in)...);
  }
  GPU_HD static void reduce_inputs(void* all, const void* const* in, std::ptrdiff_t count) {
    reduce_contiguous(*static_cast<accumulator*>(all), count,
                      source<element_positions, I, In>(in)...);
  }
};

/// `Compiled<&f>::call` is `f` for some instruction set.
template <template <auto> class Compiled, int Bytes, class Reducer, class... In>
struct reduction_loops {
  using body = reduction_body<Bytes, Reducer, std::index_sequence_for<In...>, In...>;

  static consteval graph::host_reduction all() {
    graph::host_reduction loops{
        sizeof(typename Reducer::accumulator),     &Compiled<&body::clear>::call,
        &Compiled<&body::accumulate_inputs>::call, &Compiled<&body::reduce_inputs>::call,
        &Compiled<&body::combine>::call,           &Compiled<&body::finish>::call};
    if constexpr (sizeof...(In) == 1) {
      using scans = scan_body<body, Reducer, In...>;
      loops.scan_all = &Compiled<&scans::scan_all>::call;
      loops.scan_each = &Compiled<&scans::scan_each>::call;
    }
    loops.takes_positions = body::takes_positions;
    loops.prefers_contiguous = body::has_two_passes;
    return loops;
  }
  static constexpr graph::host_reduction value = all();
};

}  // namespace detail

/// The loops of `Op` from elements `In...` to `Out`, for the best of this machine's instructions
/// that keep every rounding: see `loop_for`. Extrema round nothing.
template <class Op, class Out, class... In>
[[nodiscard]] const graph::host_reduction* reduction_for(instruction_set set) noexcept {
  using reducer = kernels::reducer<Op, Out, In...>;
  // They have no result of no elements. argmax and complex numbers gain nothing from masks.
  if constexpr (Op::info.empty[0] != '\0' && !Op::info.takes_positions &&
                !detail::has_complex<In...>)
    if (set == instruction_set::avx512)
      return &detail::reduction_loops<detail::avx512_function, 64, reducer, In...>::value;
  if (set != instruction_set::baseline)
    return &detail::reduction_loops<detail::avx2_function, 32, reducer, In...>::value;
  return &detail::reduction_loops<detail::baseline_function, 16, reducer, In...>::value;
}

}  // namespace gpu::execute
