// SPDX-License-Identifier: BSD-3-Clause
// Bounds in vectors and lists: `clip(x, {3, 4, 1}, 8)`.
#pragma once

#include <concepts>
#include <initializer_list>
#include <optional>
#include <type_traits>
#include <utility>

#include <gpu/array/concepts.hpp>
#include <gpu/array/host_operands.hpp>
#include <gpu/array/ufunc/op_loops.hpp>
#include <gpu/array/ufunc/options.hpp>

namespace gpu {

template <class Op>
struct elementwise;

namespace detail {

template <class A>
inline constexpr bool is_left_out = std::same_as<std::remove_cvref_t<A>, std::nullopt_t>;

/// What bounds elements: `std::nullopt` is no bound.
template <class Bound>
concept bound_argument = operand_argument<std::remove_cvref_t<Bound>> || is_left_out<Bound>;
template <class Bound>
inline constexpr bool are_host_numbers = host_numbers<std::remove_cvref_t<Bound>>;
/// Whether there is no bound, or one alone that is not numbers on the host.
template <class Low, class High>
inline constexpr bool leaves_bound_out =
    !are_host_numbers<Low> && !are_host_numbers<High> && (is_left_out<Low> || is_left_out<High>);

/// Whether the arguments of a call of `Op` are an operand and its bounds.
template <class Op, class... Arguments>
inline constexpr bool has_bounds = false;
template <class Op, class First, class... Bounds>
inline constexpr bool has_bounds<Op, First, Bounds...> = bound_side<Op, 1> != 0 && operand<First>;

/// The calls of an op with vectors and lists as bounds, which the device of the operand gets.
template <class Op>
class listed_bounds {
 public:
  template <operand A, bound_argument Low = list_argument, bound_argument High = list_argument,
            option... Options>
  requires(bound_side<Op, 1> != 0 &&
           (are_host_numbers<Low> || are_host_numbers<High>)) decltype(auto)
  operator()(A&& x, Low&& low, High&& high, Options&&... options) const {
    return call(std::forward<A>(x), low, high, std::forward<Options>(options)...);
  }
  template <operand A, element_type Number, bound_argument High = list_argument, option... Options>
  requires(bound_side<Op, 1> != 0) decltype(auto) operator()(A&& x,
                                                             std::initializer_list<Number> low,
                                                             High&& high,
                                                             Options&&... options) const {
    return call(std::forward<A>(x), low, high, std::forward<Options>(options)...);
  }
  template <operand A, bound_argument Low = list_argument, element_type Number, option... Options>
  requires(bound_side<Op, 1> != 0) decltype(auto) operator()(A&& x, Low&& low,
                                                             std::initializer_list<Number> high,
                                                             Options&&... options) const {
    return call(std::forward<A>(x), low, high, std::forward<Options>(options)...);
  }
  template <operand A, element_type LowNumber, element_type HighNumber, option... Options>
  requires(bound_side<Op, 1> != 0) decltype(auto) operator()(A&& x,
                                                             std::initializer_list<LowNumber> low,
                                                             std::initializer_list<HighNumber> high,
                                                             Options&&... options) const {
    return call(std::forward<A>(x), low, high, std::forward<Options>(options)...);
  }

 private:
  template <class A, class Low, class High, class... Options>
  static decltype(auto) call(A&& x, const Low& low, const High& high, Options&&... options) {
    const device where = device_of_arguments(x, low, high);
    return elementwise<Op>{}(std::forward<A>(x), as_operand(low, where), as_operand(high, where),
                             std::forward<Options>(options)...);
  }
};

}  // namespace detail
}  // namespace gpu
