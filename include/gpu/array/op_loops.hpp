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

namespace gpu::detail {

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

/// The operands as nodes; numbers in the input dtypes of `types`.
/// @throws overflow_error  if the op does not take the value of a number
template <class Op, class... Operands>
graph::operand_list operand_nodes(const loop& types, Operands&&... operands) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    (check_scalar<Op>(operands, types.in[I], I), ...);
    return graph::operand_list::of(operand_node(std::forward<Operands>(operands), types.in[I])...);
  }
  (std::index_sequence_for<Operands...>{});
}

}  // namespace gpu::detail
