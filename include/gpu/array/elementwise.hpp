// SPDX-License-Identifier: BSD-3-Clause
// What an op of elementwise/ becomes for users: `gpu::log1p`.
#pragma once

#include <array>
#include <concepts>
#include <type_traits>
#include <utility>

#include <gpu/array/any_expression.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/array/scalar_operand.hpp>
#include <gpu/core/promotion.hpp>
#include <gpu/elementwise/support/cast.hpp>
#include <gpu/graph/build.hpp>

namespace gpu {

namespace detail {

/// The loop that NumPy 2 takes for these types.
template <class Op, std::same_as<operand_type>... Types>
consteval loop loop_of_types(Types... operands) {
  std::array<operand_type, sizeof...(Types)> types{operands...};
  if (Op::info.integers_as_float64) take_integers_as_float64(types);
  if (Op::info.refuses_bools && all_bools(types)) return loop();
  return find_loop(Op::info.loops, types);
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

}  // namespace detail

/// An elementwise function of NumPy, as an object that can be passed on. Its operands broadcast
/// together; C++ numbers are weak (they take the arrays' dtype).
///
/// @dtype   NumPy 2's, from the op's loop list, at compile time; no loop, no compilation
/// @throws  shape_error, device_mismatch; overflow_error for a scalar that an integer dtype cannot
///          hold; dtype_error if an untyped operand has no loop
/// Arrays and expressions give an expression: nothing is computed here. Expressions of xtensor give
/// an expression of xtensor, numbers a number.
template <class Op>
struct elementwise {
  /// The facts that the op declares.
  static constexpr const op_info& info = Op::info;

  template <operand... Operands>
  constexpr auto operator()(Operands&&... operands) const {
    if constexpr ((xtensor_expression<Operands> || ...)) {
      static_assert(!(array_like<Operands> || ...),
                    "an xtensor operand beside a gpu operand: copy one with gpu::to_gpu or "
                    "gpu::to_cpu first");
      return apply_elementwise<Op>(xtensor_tag{}, std::forward<Operands>(operands)...);
    } else if constexpr ((scalar_like<Operands> && ...)) {
      return of_numbers(operands...);
    } else if constexpr (((typed_array<Operands> || scalar_like<Operands>)&&...)) {
      return of_typed(std::forward<Operands>(operands)...);
    } else {
      return of_untyped(std::forward<Operands>(operands)...);
    }
  }

 private:
  template <class... Operands>
  static constexpr loop checked_loop() {
    constexpr loop found = detail::loop_for<Op, Operands...>();
    if constexpr (found.index < 0)
      static_assert(detail::no_loop_of<Op, typename detail::element_type_of<Operands>::type...>,
                    "this function is not defined for these element types (no such loop in NumPy)");
    return found;
  }

  template <class... Operands>
  static auto of_typed(Operands&&... operands) {
    constexpr loop found = checked_loop<Operands...>();
    const graph::op_record& record = graph::record_of<Op>();
    if constexpr (!(scalar_like<Operands> || ...)) {
      return expression<element_t<found.out>>(graph::make_op(
          record, found.index,
          graph::operand_list::of(detail::taken_node(std::forward<Operands>(operands))...)));
    } else {
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        (detail::check_scalar<Op>(operands, found.in[I], I), ...);
        auto nodes = graph::operand_list::of(
            detail::operand_node(std::forward<Operands>(operands), found.in[I])...);
        const int chosen = detail::loop_beside_scalars(record, found.index, nodes);
        return expression<element_t<found.out>>(graph::make_op(record, chosen, std::move(nodes)));
      }
      (std::index_sequence_for<Operands...>{});
    }
  }

  template <class... Operands>
  static any_expression of_untyped(Operands&&... operands) {
    const graph::op_record& record = graph::record_of<Op>();
    operand_type types[] = {detail::runtime_type(operands)...};
    if (record.integers_as_float64) take_integers_as_float64(types);
    const int index = graph::resolve_loop(record, types);
    const auto& in = record.loops[static_cast<std::size_t>(index)].in;
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      (detail::check_scalar<Op>(operands, in[I], I), ...);
      auto nodes =
          graph::operand_list::of(detail::operand_node(std::forward<Operands>(operands), in[I])...);
      const int chosen = detail::loop_beside_scalars(record, index, nodes);
      return any_expression(graph::make_op(record, chosen, std::move(nodes)));
    }
    (std::index_sequence_for<Operands...>{});
  }

  template <class... Numbers>
  static constexpr auto of_numbers(const Numbers&... numbers) {
    constexpr loop found = detail::loop_of_types<Op>(operand_type{dtype_of<Numbers>, false}...);
    static_assert(found.index >= 0, "this function is not defined for these types of numbers");
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return static_cast<element_t<found.out>>(
          Op{}(math::cast<computed_t<element_t<found.in[I]>>>(computed_t<Numbers>(numbers))...));
    }
    (std::make_index_sequence<sizeof...(Numbers)>{});
  }
};

}  // namespace gpu
