// SPDX-License-Identifier: BSD-3-Clause
// How elements become an accumulator, accumulators one accumulator, and that a result: what every
// skeleton of reductions, and the host, needs of one. Compiled by the host compiler and by NVRTC.
//
// A reduction of kernels/reductions/ declares
//
//     identity<Accumulator>()       that of no elements
//     operator()(a, b)              that of the elements of both; associative up to rounding
//
// and, where it is not what is said here,
//
//     accumulator<Out, In...>       its type: Out; float32 for float16 and bfloat16
//     lift<Accumulator>(in...)      that of one element: its value, converted
//     lift_all<Accumulator>(in[N]...)
//                                   that of N elements, if there is a shorter way to it than one by
//                                   one; N is at most 16, or at most `max_lifted`
//     thread_accumulator<Accumulator, In...>
//                                   what a thread accumulates element by element, if that differs:
//                                   with `take(thread_accumulator&, in[N]...)` and
//                                   `collapse<Accumulator>(thread_accumulator)`; zeros have taken
//                                   no elements
//     finish<Out>(accumulator)      the result: the accumulator, converted
//
// For the loops of the host alone, which src/execute/host/ has, a reduction may declare
//
//     rounds                true: results of floating-point numbers depend on the order of the
//                           elements, so long scans go by blocks
//     is_final(accumulator)       whether no element changes the accumulator any more
//     counts                true: an element counts as 0 or 1, and results are sums of these
//     extremum              of a position the reduction to the value there: a block is read for
//                           the value first, and again for its position
//     takes_moments         true: an accumulator is made of the count, the mean and the squared
//                           deviations from it, {count, mean, deviations}: a block is read for the
//                           mean first, and again for the deviations
#pragma once

#include <gpu/elementwise/support/cast.hpp>
#include <gpu/elementwise/support/element.hpp>

namespace gpu::kernels {

namespace detail {

template <class Op, class Out, class... In>
struct accumulator_of {
  using type = computed<Out>;
};
template <class Op, class Out, class... In>
requires requires {
  typename Op::template accumulator<Out, In...>;
}
struct accumulator_of<Op, Out, In...> {
  using type = typename Op::template accumulator<Out, In...>;
};

template <class Op>
struct max_lifted_by {
  static constexpr int count = 16;
};
template <class Op>
requires requires {
  Op::max_lifted;
}
struct max_lifted_by<Op> {
  static constexpr int count = Op::max_lifted;
};

/// Up to how many elements `Op` lifts at once; 0 if it does not.
template <class Op, class Accumulator, class... In>
struct gathers_of {
  static constexpr int count = 0;
};
template <class Op, class Accumulator, class... In>
requires requires(const In (&... elements)[2]) {
  Op::template lift_all<Accumulator>(elements...);
}
struct gathers_of<Op, Accumulator, In...> : max_lifted_by<Op> {};

template <class Op, class Accumulator, class... In>
struct thread_accumulator_of {
  using type = Accumulator;
};
template <class Op, class Accumulator, class... In>
requires requires {
  typename Op::template thread_accumulator<Accumulator, In...>;
}
struct thread_accumulator_of<Op, Accumulator, In...> {
  using type = typename Op::template thread_accumulator<Accumulator, In...>;
};

template <class... Reducer>
struct max_of {
  static constexpr int count = 0;
};
template <class First, class... Reducer>
struct max_of<First, Reducer...> {
  static constexpr int others = max_of<Reducer...>::count;
  static constexpr int count = First::gathers > others ? First::gathers : others;
};

}  // namespace detail

/// The most elements that any of some reducers gathers.
template <class... Reducer>
inline constexpr int max_gathered = detail::max_of<Reducer...>::count;

/// One reduction for elements `In...` (usually one; argmax takes the element and its position).
template <class Op, class Out, class... In>
struct reducer {
  using op = Op;
  using result = Out;
  using accumulator = typename detail::accumulator_of<Op, Out, In...>::type;

  GPU_HD static constexpr accumulator identity() { return Op::template identity<accumulator>(); }

  GPU_HD static constexpr accumulator lift(In... element) {
    if constexpr (requires { Op::template lift<accumulator>(element...); })
      return Op::template lift<accumulator>(element...);
    else
      return math::cast<accumulator>(element...);
  }

  GPU_HD static constexpr accumulator combine(accumulator a, accumulator b) { return Op{}(a, b); }

  /// Up to how many elements `lift_all` is shorter than one by one; 0 if never.
  static constexpr int gathers = detail::gathers_of<Op, accumulator, In...>::count;

  /// The accumulator of `Count` elements.
  template <int Count>
  GPU_HD static constexpr accumulator lift_all(const In (&... elements)[Count]) {
    if constexpr (gathers >= Count && Count > 1)
      return Op::template lift_all<accumulator>(elements...);
    else
      return lift_range<0, Count>(elements...);
  }

  /// What a thread accumulates.
  using thread_accumulator = typename detail::thread_accumulator_of<Op, accumulator, In...>::type;

  GPU_HD static constexpr thread_accumulator start() {
    if constexpr (is_same<thread_accumulator, accumulator>)
      return identity();
    else
      return {};
  }

  template <int Count>
  GPU_HD static constexpr void take(thread_accumulator& all, const In (&... elements)[Count]) {
    if constexpr (is_same<thread_accumulator, accumulator>)
      all = combine(all, lift_all(elements...));
    else
      Op::take(all, elements...);
  }

  GPU_HD static constexpr accumulator collapse(const thread_accumulator& all) {
    if constexpr (is_same<thread_accumulator, accumulator>)
      return all;
    else
      return Op::template collapse<accumulator>(all);
  }

  GPU_HD static constexpr Out finish(accumulator s) {
    if constexpr (requires { Op::template finish<Out>(s); })
      return Op::template finish<Out>(s);
    else
      return math::cast<Out>(s);
  }

 private:
  template <class T, int First, int Count>
  struct part {
    template <int Size>
    GPU_HD constexpr explicit part(const T (&all)[Size]) {
      for (int i = 0; i < Count; ++i) at[i] = all[First + i];
    }
    T at[Count] = {};
  };

  template <int First, int Count, int Size>
  GPU_HD static constexpr accumulator lift_range(const In (&... elements)[Size]) {
    if constexpr (Count == 1)
      return lift(elements[First]...);
    else if constexpr (gathers >= Count)
      return Op::template lift_all<accumulator>(part<In, First, Count>(elements).at...);
    else
      return combine(lift_range<First, Count / 2>(elements...),
                     lift_range<First + Count / 2, Count - Count / 2>(elements...));
  }
};

}  // namespace gpu::kernels
