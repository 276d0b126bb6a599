// SPDX-License-Identifier: BSD-3-Clause
// The reductions of a kernel that are finished together, by one pass over the elements of rows.
//
// Work       row_work<...>
// Number     of the pass, from 0
// Inputs     inputs<T...>: the types of what the body computes for an element, each value once
// Reduction  reduction<reducer<...>, I...>: what takes inputs I...
//
// Two sums of the same values, and the position of the largest: inputs<float, int>, then
// reductions of inputs 0, 0, and 0 and 1.
#pragma once

#include <gpu/kernels/primitives/reducer.hpp>
#include <gpu/kernels/primitives/row_work.cuh>

namespace gpu::kernels {

/// Tells the functions of a body for different passes apart.
template <int Number>
struct pass_number {};

template <class... T>
struct inputs {
  static constexpr int count = static_cast<int>(sizeof...(T));
};

/// A reducer, and the numbers of the inputs that it takes.
template <class Reducer, int... Input>
struct reduction : Reducer {
  template <int Count, class Inputs>
  static __device__ __forceinline__ typename Reducer::accumulator lift_from(const Inputs& in) {
    return Reducer::template lift_all<Count>(get<Input>(in)...);
  }
  template <int Count, class Inputs>
  static __device__ __forceinline__ void take_from(typename Reducer::thread_accumulator& all,
                                                   const Inputs& in) {
    Reducer::template take<Count>(all, get<Input>(in)...);
  }
};

/// With numbers: of the parts of an element that the body is given, of inputs, and of reductions.
template <class Work, int Number, class Elements, class InputOrder, class Inputs, class Order,
          class... Reduction>
struct numbered_row_pass;
template <class Work, int Number, int... Element, int... K, class... Input, int... I,
          class... Reduction>
struct numbered_row_pass<Work, Number, indices<Element...>, indices<K...>, inputs<Input...>,
                         indices<I...>, Reduction...> {
  using arguments = typename Work::arguments;
  using row = typename Work::row;
  static constexpr bool is_scan = false;
  struct alignas(4) alignas(typename Reduction::accumulator...) accumulator
      : indexed<I, typename Reduction::accumulator>... {};
  struct thread_accumulator : indexed<I, typename Reduction::thread_accumulator>... {};

  /// Up to how many elements are lifted at once in a shorter way than one by one.
  static constexpr int gathers = max_gathered<Reduction...>;

  static __device__ __forceinline__ accumulator identity() { return {{Reduction::identity()}...}; }
  static __device__ __forceinline__ accumulator combine(accumulator a, accumulator b) {
    return {{Reduction::combine(
        static_cast<indexed<I, typename Reduction::accumulator>&>(a).value,
        static_cast<indexed<I, typename Reduction::accumulator>&>(b).value)}...};
  }

  /// The accumulator of `Count` chosen elements.
  template <int Count, class Chosen>
  static __device__ __forceinline__ accumulator lift(const arguments& x, const row& r,
                                                     const Chosen& chosen) {
    gathered<Count> in;
#pragma unroll
    for (int k = 0; k < Count; ++k) {
      auto& held = chosen.elements(k);
      const int i = chosen.place(k);
      x.body.element(pass_number<Number>{}, r,
                     static_cast<indexed<K, Input[Count]>&>(in).value[k]...,
                     get<Element>(held).get(i)...);
    }
    return {{Reduction::template lift_from<Count>(in)}...};
  }

  static __device__ __forceinline__ thread_accumulator start() {
    return {{Reduction::start()}...};
  }

  /// Accumulates `Count` chosen elements.
  template <int Count, class Chosen>
  static __device__ __forceinline__ void take(const arguments& x, const row& r,
                                              const Chosen& chosen, thread_accumulator& all) {
    gathered<Count> in;
#pragma unroll
    for (int k = 0; k < Count; ++k) {
      auto& held = chosen.elements(k);
      const int i = chosen.place(k);
      x.body.element(pass_number<Number>{}, r,
                     static_cast<indexed<K, Input[Count]>&>(in).value[k]...,
                     get<Element>(held).get(i)...);
    }
    (Reduction::template take_from<Count>(
         static_cast<indexed<I, typename Reduction::thread_accumulator>&>(all).value, in),
     ...);
  }

  static __device__ __forceinline__ accumulator collapse(const thread_accumulator& all) {
    return {{Reduction::collapse(
        static_cast<const indexed<I, typename Reduction::thread_accumulator>&>(all).value)}...};
  }

  /// Puts results, and what follows from them, into the row.
  static __device__ __forceinline__ void finish(const arguments& x, const accumulator& s, row& r) {
    x.body.finish(pass_number<Number>{}, r,
                  Reduction::finish(
                      static_cast<const indexed<I, typename Reduction::accumulator>&>(s).value)...);
  }

 private:
  /// What the body has computed for `Count` elements.
  template <int Count>
  struct gathered : indexed<K, Input[Count]>... {};
};

template <class Work, int Number, class Inputs, class... Reduction>
using row_pass = numbered_row_pass<Work, Number, typename Work::element_numbers,
                                   typename counted<Inputs::count>::type, Inputs,
                                   typename counted<sizeof...(Reduction)>::type, Reduction...>;

}  // namespace gpu::kernels
