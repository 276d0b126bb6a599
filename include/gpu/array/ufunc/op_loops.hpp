// SPDX-License-Identifier: BSD-3-Clause
// The loop of an op that a call takes, found from the operands' C++ types.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <gpu/array/concepts.hpp>
#include <gpu/array/scalar_operand.hpp>
#include <gpu/core/loop_choice.hpp>

namespace gpu {

namespace ops {
struct clip;
struct maximum;
struct minimum;
struct positive;
}  // namespace ops

namespace detail {

/// The loop that NumPy 2 takes for these types.
template <class Op, std::same_as<operand_type>... Types>
consteval loop loop_of_types(Types... operands) {
  const std::array<operand_type, sizeof...(Types)> types{operands...};
  return find_loop(Op::info, types);
}
/// The same for operands that promotion sees as `operand_type_of` says.
template <class Op, class... Operands>
consteval loop loop_for() {
  return loop_of_types<Op>(operand_type_of<Operands>()...);
}

/// Named in the compiler's message when a call has another number of operands than the op:
/// `takes_operands<gpu::ops::maximum, 2, 3>`.
template <class Op, std::size_t Taken, std::size_t Given>
inline constexpr bool takes_operands = Taken == Given;

/// Whether a call of `Op` may have `Given` operands; refuses others.
template <class Op, std::size_t Given>
consteval bool check_operand_count() {
  constexpr std::size_t taken = [] {
    const char* loops = Op::info.loops;
    return static_cast<std::size_t>(parse_loop(loops, 0).arity);
  }();
  if constexpr (Given > taken)
    static_assert(takes_operands<Op, taken, Given>,
                  "too many operands for this function; gpu::out(c) says where its result goes");
  else
    static_assert(takes_operands<Op, taken, Given>, "too few operands for this function");
  return Given == taken;
}

/// Named in the compiler's message when an op has no loop: `no_loop_of<gpu::ops::invert, float>`.
template <class Op, class... ElementTypes>
inline constexpr bool no_loop_of = false;

template <class A>
struct element_type_of {
  using type = std::remove_cvref_t<A>;
};
template <typed_array A>
struct element_type_of<A> {
  using type = typename std::remove_cvref_t<A>::value_type;
};

/// The functions that do the work of `Op` without one of its bounds, or without both.
template <class Op>
struct without_bounds;
template <>
struct without_bounds<ops::clip> {
  using high = ops::maximum;
  using low = ops::minimum;
  using both = ops::positive;
};

/// Whether operand `Position` bounds the result from below (-1) or above (1). An integer that no
/// element of the loop's dtype can pass is no bound.
template <class Op, std::size_t Position>
inline constexpr int bound_side = 0;
template <>
inline constexpr int bound_side<ops::clip, 1> = -1;
template <>
inline constexpr int bound_side<ops::clip, 2> = 1;

/// The operand; a number that is no bound becomes one that the loop's dtype `type` holds.
template <class Op, std::size_t Position, class Operand>
constexpr decltype(auto) bounded(Operand&& operand, dtype type) {
  using number = std::remove_cvref_t<Operand>;
  constexpr int side = bound_side<Op, Position>;
  if constexpr (side != 0 && std::integral<number> && !std::same_as<number, bool>)
    return is_integer(type) && !holds(type, operand) &&
                   (std::is_signed_v<number> && operand < number(0)) == (side < 0)
               ? nearest_held(type, operand)
               : number(operand);
  else
    return std::forward<Operand>(operand);
}

/// The operands as nodes; numbers in the input dtypes of `types`.
/// @throws overflow_error  if the op does not take the value of a number
template <class Op, class... Operands>
graph::operand_list operand_nodes(const loop& types, Operands&&... operands) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    (check_scalar<Op>(operands, types.in[I], I), ...);
    return graph::operand_list::of(operand_node(
        bounded<Op, I>(std::forward<Operands>(operands), types.in[I]), types.in[I])...);
  }
  (std::index_sequence_for<Operands...>{});
}

}  // namespace detail
}  // namespace gpu
