// SPDX-License-Identifier: BSD-3-Clause
// Makes of a functor loops over contiguous elements, one for each instruction set.
//
// A result depends on its operands alone, not on where it lies in a block, and fused results are
// those of one op at a time. For ops that have one right result that is so anyway. Functions that
// are nearly right differ between vectors and scalars: their loops run over whole blocks of a fixed
// number of lanes, and the rest is copied to a padded block.
//
// Of two operands of the result's type the first may begin one element before the results: each
// result is then the first operand of the next one.
#pragma once

#include <gpu/core/host_device.hpp>
#include <gpu/elementwise/support/element.hpp>
#include <gpu/graph/op.hpp>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include "execute/host/math/libmvec.hpp"

namespace gpu::execute {

/// What the loops are compiled for; machines with AVX2 have FMA as well.
enum class instruction_set { baseline, avx2, avx512 };

/// The largest that this machine has.
[[nodiscard]] instruction_set host_instruction_set() noexcept;

namespace detail {

/// The largest number of operands that a loop has.
inline constexpr std::size_t max_arity = 4;

/// Elements of a block: a multiple of what one vector of any instruction set holds of any of `T`.
template <class... T>
consteval std::ptrdiff_t lanes() {
  std::size_t smallest = 8;
  ((smallest = sizeof(T) < smallest ? sizeof(T) : smallest), ...);
  return static_cast<std::ptrdiff_t>(64 / smallest);
}

template <class... T>
inline constexpr bool has_complex = (is_complex<T> || ...);
template <class... T>
inline constexpr bool are_floating_point = (std::is_floating_point_v<T> && ...);

/// Whether every correct implementation of the op gives the same bits for real elements.
template <class Op>
inline constexpr bool has_one_result = requires {
  requires Op::info.max_ulp == 0;
}
|| requires {
  requires Op::has_one_result;
};

/// A bool as loops read and write it: choices by what is read as a bool are not vectorised.
struct stored_bool {
  unsigned char value;
  GPU_HD operator bool() const { return value != 0; }
  GPU_HD void operator=(bool x) { value = x; }
};
template <class T>
using stored = std::conditional_t<std::is_same_v<T, bool>, stored_bool, T>;
template <class Stored>
using value_of = std::conditional_t<std::is_same_v<Stored, stored_bool>, bool, Stored>;

/// `out[i] = Op{}(in[i]...)`. `out` may be one of `in`.
template <class Op, class Out, class... In>
GPU_HD void run_all(std::ptrdiff_t count, stored<Out>* out, const stored<In>*... in) {
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed"  // some ops have no vector form
#pragma clang loop vectorize(assume_safety)
#elif defined(__GNUC__)
#pragma GCC ivdep
#endif
  for (std::ptrdiff_t i = 0; i < count; ++i) out[i] = Op{}(static_cast<In>(in[i])...);
}

/// `out[i] = Op{}(out[i - 1], in[i])`.
template <class Op, class T>
GPU_HD void run_in_order(std::ptrdiff_t count, stored<T>* out, const stored<T>* in) {
  T now = out[-1];
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    now = Op{}(now, static_cast<T>(in[i]));
    out[i] = now;
  }
}

template <class T, std::ptrdiff_t Size>
struct padded_block {
  padded_block() {}  // leaves them as they are

  alignas(64) stored<T> elements[Size];
};

/// `block` elements of which `rest` are there; the others are the first once more, which takes no
/// slow path that was not taken anyway.
template <class T>
GPU_HD void pad(const T* from, std::ptrdiff_t rest, std::ptrdiff_t block, T* to) {
  for (std::ptrdiff_t i = 0; i < rest; ++i) to[i] = from[i];
  for (std::ptrdiff_t i = rest; i < block; ++i) to[i] = from[0];
}

/// Elements before the first that begins a line of the cache: storing vectors across two lines
/// takes twice as long. 0 if there are too few for that to matter.
template <class T>
GPU_HD std::ptrdiff_t elements_before_line(const T* out, std::ptrdiff_t count) {
  constexpr std::ptrdiff_t worthwhile = 512;
  const auto past = reinterpret_cast<std::uintptr_t>(out) % 64;
  return count < worthwhile || past == 0 ? 0 : static_cast<std::ptrdiff_t>((64 - past) / sizeof(T));
}

/// The loop of one op. `Compiled<&f>::call` is `f` for some instruction set, `I` numbers the
/// inputs.
template <template <auto> class Compiled, class Index, class Op, class Out, class... In>
struct op_loop;
template <template <auto> class Compiled, std::size_t... I, class Op, class Out, class... In>
struct op_loop<Compiled, std::index_sequence<I...>, Op, Out, In...> {
  static_assert(sizeof...(In) <= max_arity);
  // Of complex nans, signs depend on the order of operands that the compiler chose.
  static constexpr bool anywhere = has_one_result<Op> && !has_complex<Out, In...>;

  GPU_HD static void run(const void* const* in, void* out, std::ptrdiff_t count) {
    auto* const to = static_cast<stored<Out>*>(out);
    if constexpr (sizeof...(In) == 2 && (std::is_same_v<Out, In> && ...)) {
      if (count > 1 && static_cast<const stored<Out>*>(in[0]) + 1 == to) [[unlikely]] {
        const auto* const from = static_cast<const stored<Out>*>(in[1]);
        if constexpr (anywhere) return run_in_order<Op, Out>(count, to, from);
        const volatile graph::host_loop hidden = compiled;
        for (std::ptrdiff_t i = 0; i < count; ++i) {
          const void* const operands[] = {to + i - 1, from + i};
          hidden(operands, to + i, 1);
        }
        return;
      }
    }
    if constexpr (anywhere) {
      if (const std::ptrdiff_t head = elements_before_line(to, count); head != 0) {
        const volatile graph::host_loop hidden = compiled;  // else all would be compiled twice
        hidden(in, out, head);
        return run_all<Op, Out, In...>(count - head, to + head,
                                       static_cast<const stored<In>*>(in[I]) + head...);
      }
    }
    const std::ptrdiff_t whole = anywhere ? count : count & -lanes<Out, In...>();
    run_all<Op, Out, In...>(whole, to, static_cast<const stored<In>*>(in[I])...);
    if (whole != count)
      run_rest(whole, count - whole, to, static_cast<const stored<In>*>(in[I])...);
  }

  static constexpr graph::host_loop compiled = &Compiled<&run>::call;

 private:
  /// Computes the `rest` elements from `first` on by the instructions for a block.
  GPU_HD static void run_rest(std::ptrdiff_t first, std::ptrdiff_t rest, stored<Out>* out,
                              const stored<In>*... in) {
    constexpr std::ptrdiff_t block = lanes<Out, In...>();
    std::tuple<padded_block<In, block>...> padded;
    padded_block<Out, block> result;
    (pad(in + first, rest, block, std::get<I>(padded).elements), ...);
    const void* const from[] = {std::get<I>(padded).elements...};
    // A compiler that saw which loop is called would make other instructions for this count.
    const volatile graph::host_loop hidden = compiled;
    hidden(from, result.elements, block);
    for (std::ptrdiff_t i = 0; i < rest; ++i) out[first + i] = result.elements[i];
  }
};

/// Makes functions for one instruction set; `target` is their attribute.
#define GPU_COMPILED_FOR(set, target)                                        \
  template <auto Function>                                                   \
  struct set##_function;                                                     \
  template <class... Argument, void (*Function)(Argument...)>                \
  struct set##_function<Function> {                                          \
    target static void call(Argument... argument) { Function(argument...); } \
  };

// Without "fma": with it g++ 12 rounds complex products once, in spite of -ffp-contract=off.
GPU_COMPILED_FOR(baseline, )
#if defined(__x86_64__) && defined(__GNUC__)
GPU_COMPILED_FOR(avx2, [[gnu::target("avx2,bmi,bmi2")]])
GPU_COMPILED_FOR(avx512, [[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,bmi,bmi2")]])
#else
GPU_COMPILED_FOR(avx2, )
GPU_COMPILED_FOR(avx512, )
#endif

#undef GPU_COMPILED_FOR

}  // namespace detail

/// The loop of `Op` from elements `In...` to `Out`, for `set`.
template <class Op, class Out, class... In>
[[nodiscard]] graph::host_loop loop_for(instruction_set set) noexcept {
  using index = std::index_sequence_for<In...>;
  // With AVX-512 libmvec is up to five times as fast, and conditions are masks.
  constexpr bool is_nearly_right = std::is_floating_point_v<Out> && !detail::has_one_result<Op>;
  if constexpr (detail::are_floating_point<In...> && (std::is_same_v<Out, bool> || is_nearly_right))
    if (set == instruction_set::avx512)
      return detail::op_loop<detail::avx512_function, index, Op, Out, In...>::compiled;
  if (set != instruction_set::baseline)
    return detail::op_loop<detail::avx2_function, index, Op, Out, In...>::compiled;
  return detail::op_loop<detail::baseline_function, index, Op, Out, In...>::compiled;
}

}  // namespace gpu::execute
