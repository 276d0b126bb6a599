// SPDX-License-Identifier: BSD-3-Clause
// How elements become a state, states one state, and that a result: what every skeleton of
// reductions, and the host, needs of one. Compiled by the host compiler and by NVRTC.
//
// A reduction of kernels/reductions/ declares
//
//     identity<State>()     the state of no elements
//     operator()(a, b)      the state of the elements of both; associative up to rounding
//
// and, where it is not what is said here,
//
//     state<Out, In...>     what is accumulated: Out; float32 for float16 and bfloat16
//     lift<State>(in...)    the state of one element: its value, converted
//     lift_all<State>(in[N]...)  the state of N elements, if there is a shorter way to it than one
//                           by one; N is at most 16, or at most `max_lifted`
//     running<State, In...> what a thread accumulates element by element, if not a state: with
//                           `take(running&, in[N]...)` and `close<State>(running)`; zeros have
//                           taken no elements
//     finish<Out>(state)    the result: the state, converted
//
// For the loops of the host alone, which src/execute/host/ has, a reduction may declare
//
//     rounds                true: results of floating-point numbers depend on the order of the
//                           elements, so long scans go by blocks
//     is_final(state)       whether no element changes the state any more
//     extremum              of a position the reduction to the value there: a block is read for
//                           the value first, and again for its position
//     takes_moments         true: a state is made of the count, the mean and the squared
//                           deviations from it, {count, mean, deviations}: a block is read for the
//                           mean first, and again for the deviations
#pragma once

#include <gpu/elementwise/support/cast.hpp>
#include <gpu/elementwise/support/element.hpp>

namespace gpu::kernels {

namespace detail {

template <class Op, class Out, class... In>
struct state_of {
  using type = computed<Out>;
};
template <class Op, class Out, class... In>
requires requires {
  typename Op::template state<Out, In...>;
}
struct state_of<Op, Out, In...> {
  using type = typename Op::template state<Out, In...>;
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
template <class Op, class State, class... In>
struct gathers_of {
  static constexpr int count = 0;
};
template <class Op, class State, class... In>
requires requires(const In (&... elements)[2]) {
  Op::template lift_all<State>(elements...);
}
struct gathers_of<Op, State, In...> : max_lifted_by<Op> {};

template <class Op, class State, class... In>
struct running_of {
  using type = State;
};
template <class Op, class State, class... In>
requires requires {
  typename Op::template running<State, In...>;
}
struct running_of<Op, State, In...> {
  using type = typename Op::template running<State, In...>;
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
  using state = typename detail::state_of<Op, Out, In...>::type;

  GPU_HD static constexpr state identity() { return Op::template identity<state>(); }

  GPU_HD static constexpr state lift(In... element) {
    if constexpr (requires { Op::template lift<state>(element...); })
      return Op::template lift<state>(element...);
    else
      return math::cast<state>(element...);
  }

  GPU_HD static constexpr state combine(state a, state b) { return Op{}(a, b); }

  /// Up to how many elements `lift_all` is shorter than one by one; 0 if never.
  static constexpr int gathers = detail::gathers_of<Op, state, In...>::count;

  /// The state of `Count` elements.
  template <int Count>
  GPU_HD static constexpr state lift_all(const In (&... elements)[Count]) {
    if constexpr (gathers >= Count && Count > 1)
      return Op::template lift_all<state>(elements...);
    else
      return lift_range<0, Count>(elements...);
  }

  /// What a thread accumulates.
  using running = typename detail::running_of<Op, state, In...>::type;

  GPU_HD static constexpr running start() {
    if constexpr (is_same<running, state>)
      return identity();
    else
      return {};
  }

  template <int Count>
  GPU_HD static constexpr void take(running& all, const In (&... elements)[Count]) {
    if constexpr (is_same<running, state>)
      all = combine(all, lift_all(elements...));
    else
      Op::take(all, elements...);
  }

  GPU_HD static constexpr state close(const running& all) {
    if constexpr (is_same<running, state>)
      return all;
    else
      return Op::template close<state>(all);
  }

  GPU_HD static constexpr Out finish(state s) {
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
  GPU_HD static constexpr state lift_range(const In (&... elements)[Size]) {
    if constexpr (Count == 1)
      return lift(elements[First]...);
    else if constexpr (gathers >= Count)
      return Op::template lift_all<state>(part<In, First, Count>(elements).at...);
    else
      return combine(lift_range<First, Count / 2>(elements...),
                     lift_range<First + Count / 2, Count - Count / 2>(elements...));
  }
};

}  // namespace gpu::kernels
