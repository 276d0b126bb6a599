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
//     finish<Out>(state)    the result: the state, converted
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

}  // namespace detail

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

  GPU_HD static constexpr Out finish(state s) {
    if constexpr (requires { Op::template finish<Out>(s); })
      return Op::template finish<Out>(s);
    else
      return math::cast<Out>(s);
  }
};

}  // namespace gpu::kernels
