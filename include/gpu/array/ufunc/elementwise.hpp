// SPDX-License-Identifier: BSD-3-Clause
// What an op of elementwise/ becomes for users: `gpu::log1p`.
#pragma once

#include <cstddef>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include <gpu/array/any_expression.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/indexing/array_part.hpp>
#include <gpu/array/nested_list.hpp>
#include <gpu/array/refusal.hpp>
#include <gpu/array/ufunc/at.hpp>
#include <gpu/array/ufunc/call.hpp>
#include <gpu/array/ufunc/conditions.hpp>
#include <gpu/array/ufunc/folds.hpp>
#include <gpu/array/ufunc/listed_bounds.hpp>
#include <gpu/array/ufunc/op_loops.hpp>
#include <gpu/array/ufunc/op_results.hpp>
#include <gpu/array/ufunc/options.hpp>
#include <gpu/array/ufunc/outer_axes.hpp>
#include <gpu/array/ufunc/refused_masks.hpp>
#include <gpu/array/ufunc/traits.hpp>
#include <gpu/elementwise/support/cast.hpp>
#include <gpu/graph/build.hpp>

namespace gpu {

namespace ops {
struct imag;
struct real;
struct where;
}  // namespace ops

namespace detail {
/// Whether one operand alone makes an option: `gpu::where(mask)`.
template <class Op>
inline constexpr bool masks = false;
template <>
inline constexpr bool masks<ops::where> = true;
/// Whether the first argument of a call is a condition that is not of bools, or is a number.
template <class Op, class... Arguments>
inline constexpr bool needs_truth = false;
/// Such a condition is no weak number: it has no say in what the result's dtype is.
template <class Condition, class X, class Y, class... Options>
inline constexpr bool is_number_beside_arrays = scalar_like<Condition> &&
                                                (array_like<X> || array_like<Y>);
template <class Op, class Condition, class X, class Y, class... Options>
inline constexpr bool needs_truth<Op, Condition, X, Y, Options...> = [] {
  if constexpr (!masks<Op> || option<Condition> || xtensor_expression<Condition>)
    return false;
  else if constexpr (is_number_beside_arrays<Condition, X, Y>)
    return true;
  else if constexpr (typed_array<Condition> || scalar_like<Condition>)
    return operand_type_of<Condition>().type != dtype::bool_;
  else
    return array_like<Condition>;
}();
/// The condition as bools: every number but 0 is true.
template <class... Rest, class Condition>
constexpr auto truth_of(Condition&& condition) {
  if constexpr (scalar_like<Condition>) {
    const bool truth = math::cast<bool>(computed_t<std::remove_cvref_t<Condition>>(condition));
    if constexpr (is_number_beside_arrays<Condition, Rest...>)
      return expression<bool>(graph::make_scalar(dtype::bool_, &truth));
    else
      return truth;
  } else {
    return expression<bool>(
        graph::make_cast(taken_node(std::forward<Condition>(condition)), dtype::bool_));
  }
}
/// Whether a call gives parts of the elements of an array that can be written.
template <class Op, class... Arguments>
inline constexpr bool shows_part = false;
template <class Op, class A>
requires(std::same_as<Op, ops::real> ||
         std::same_as<Op, ops::imag>) inline constexpr bool shows_part<Op, A> =
    is_written_through<A> && traits(operand_type_of<A>().type).kind == dtype_kind::complex;
}  // namespace detail

/// An elementwise function of NumPy, as an object that can be passed on. Its operands broadcast
/// together; C++ numbers are weak (they take the arrays' dtype).
///
/// @dtype   NumPy 2's, from the op's loop list, at compile time; no loop, no compilation
/// @throws  shape_error, device_mismatch; overflow_error for a scalar that an integer dtype cannot
///          hold; dtype_error if an untyped operand has no loop
/// Arrays and expressions give an expression: nothing is computed here. Expressions of xtensor give
/// an expression of xtensor, numbers a number. What may follow the operands:
/// array/ufunc/options.hpp.
template <class Op>
struct elementwise : ufunc_traits<Op>, ufunc_at<Op>, ufunc_folds<Op>, detail::listed_bounds<Op> {
  using detail::listed_bounds<Op>::operator();

  template <operand... Operands>
  constexpr auto operator()(Operands&&... operands) const {
    if constexpr (detail::masks<Op> && sizeof...(Operands) == 1) {
      return detail::mask_option(std::forward<Operands>(operands)...);
    } else if constexpr (!detail::check_operand_count<Op, sizeof...(Operands)>()) {
      return;
    } else if constexpr (detail::needs_truth<Op, Operands...>) {
      return with_truth(std::forward<Operands>(operands)...);
    } else if constexpr ((xtensor_expression<Operands> || ...)) {
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

  /// Of `gpu::where`: a mask in braces or a vector, on the current device.
  template <class... Operands>
  requires(detail::masks<Op>) decltype(auto) operator()(detail::nested_list<strict_bool> mask,
                                                        Operands&&... operands) const {
    return (*this)(expression<bool>(detail::listed_mask(mask)),
                   std::forward<Operands>(operands)...);
  }
  template <class... Operands>
  requires(detail::masks<Op>) decltype(auto) operator()(const std::vector<bool>& mask,
                                                        Operands&&... operands) const {
    return (*this)(expression<bool>(detail::listed_mask(mask)),
                   std::forward<Operands>(operands)...);
  }

  /// Elements of arrays are the numbers that they read as.
  template <class... Arguments>
  requires(element_proxy<Arguments> || ...) decltype(auto) operator()(
      Arguments&&... arguments) const {
    return (*this)(detail::read_proxy(std::forward<Arguments>(arguments))...);
  }

  /// Refused: `a == b` is no mask, nor an array.
  template <class... Arguments>
  requires((detail::comparison_of_arrays<Arguments> || ...) &&
           !(element_proxy<Arguments> || ...)) auto
  operator()(Arguments&&... arguments) const {
    return (*this)(detail::as_mask(std::forward<Arguments>(arguments))...);
  }

  /// Refused: vectors are on no device. The bounds of `gpu::clip` may be vectors.
  template <class... Arguments>
  requires((detail::host_range<std::remove_cvref_t<Arguments>> || ...) &&
           !(element_proxy<Arguments> || ...) && !detail::has_bounds<Op, Arguments...>)
      refusal::vectors_beside_arrays_are_made_arrays_by_gpu_asarray
      operator()(Arguments&&...) const = delete;

  /// The same with options after the operands. With `out` the results are computed at once, and the
  /// arrays given there are returned: by reference, and views as views.
  /// @throws dtype_error  if the casting rule forbids a conversion, or no loop gives the dtype;
  ///                      shape_error, device_mismatch. Nothing has been written then.
  template <class... Arguments>
  requires((option<Arguments> || ...) && !(element_proxy<Arguments> || ...) &&
           !(detail::comparison_of_arrays<Arguments> || ...)) decltype(auto)
  operator()(Arguments&&... arguments) const {
    if constexpr (detail::needs_truth<Op, Arguments...>)
      return with_truth(std::forward<Arguments>(arguments)...);
    else
      return detail::call_with_options<Op>(
          std::forward_as_tuple(std::forward<Arguments>(arguments)...));
  }

  /// Of `gpu::clip`: `std::nullopt` is no bound, as NumPy's None.
  template <operand A, class Low, class High, option... Options>
  requires(detail::bound_side<Op, 1> != 0 && detail::leaves_bound_out<Low, High>) decltype(auto)
  operator()(A&& x, Low&& low, High&& high, Options&&... options) const {
    using without = detail::without_bounds<Op>;
    const dtype type = detail::runtime_type(x).type;
    if constexpr (!detail::is_left_out<Low>)
      return elementwise<typename without::high>()(
          std::forward<A>(x), detail::bounded<Op, 1>(std::forward<Low>(low), type),
          std::forward<Options>(options)...);
    else if constexpr (!detail::is_left_out<High>)
      return elementwise<typename without::low>()(
          std::forward<A>(x), detail::bounded<Op, 2>(std::forward<High>(high), type),
          std::forward<Options>(options)...);
    else
      return elementwise<typename without::both>()(std::forward<A>(x),
                                                   std::forward<Options>(options)...);
  }

  /// Of `gpu::clip` without bounds: a copy.
  template <operand A, option... Options>
  requires(detail::bound_side<Op, 1> != 0) decltype(auto) operator()(A&& x,
                                                                     Options&&... options) const {
    return (*this)(std::forward<A>(x), std::nullopt, std::nullopt,
                   std::forward<Options>(options)...);
  }

  /// The function of every element of `a` with every one of `b`: the result has the axes of `a`,
  /// then those of `b`. Options as in a call. `numpy.ufunc.outer`.
  template <operand A, operand B, option... Options>
  decltype(auto) outer(A&& a, B&& b, Options&&... options) const {
    static_assert(ufunc_traits<Op>::nin == 2, "outer product only supported for binary functions");
    static_assert(!xtensor_expression<A> && !xtensor_expression<B>,
                  "outer is for arrays of this library; copy xtensor's with gpu::to_gpu first");
    return (*this)(detail::with_axes_of(std::forward<A>(a), b), std::forward<B>(b),
                   std::forward<Options>(options)...);
  }

 private:
  template <class Condition, class... Rest>
  constexpr decltype(auto) with_truth(Condition&& condition, Rest&&... rest) const {
    return (*this)(detail::truth_of<Rest...>(std::forward<Condition>(condition)),
                   std::forward<Rest>(rest)...);
  }

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
    auto nodes = detail::operand_nodes<Op>(found, std::forward<Operands>(operands)...);
    int chosen = found.index;
    if constexpr ((scalar_like<Operands> || ...))
      chosen = detail::loop_beside_scalars(record, chosen, nodes);
    auto results = detail::make_results<Op>(record, chosen, std::move(nodes));
    if constexpr (detail::shows_part<Op, Operands...>)
      return detail::shown<element_t<found.out>>(operands..., std::move(results[0]));
    else if constexpr (found.outputs == 1 && found.out == dtype::bool_)
      return detail::as_condition<Operands...>(expression<bool>(std::move(results[0])));
    else
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return detail::as_expressions<element_t<found.out_at(I)>...>(std::move(results));
      }
    (std::make_index_sequence<detail::output_count<Op>>());
  }

  template <class... Operands>
  static auto of_untyped(Operands&&... operands) {
    const graph::op_record& record = graph::record_of<Op>();
    const operand_type types[] = {detail::runtime_type(operands)...};
    const loop found = detail::require_loop(Op::info, record, types, std::nullopt);
    auto nodes = detail::operand_nodes<Op>(found, std::forward<Operands>(operands)...);
    const int chosen = detail::loop_beside_scalars(record, found.index, nodes);
    return detail::as_expressions<>(detail::make_results<Op>(record, chosen, std::move(nodes)));
  }

  template <class... Numbers>
  static constexpr auto of_numbers(const Numbers&... numbers) {
    constexpr loop found = detail::loop_of_types<Op>(operand_type{dtype_of<Numbers>, false}...);
    static_assert(found.index >= 0, "this function is not defined for these types of numbers");
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      const auto result =
          Op{}(math::cast<computed_t<element_t<found.in[I]>>>(computed_t<Numbers>(numbers))...);
      if constexpr (found.outputs == 1)
        return static_cast<element_t<found.out>>(result);
      else
        return std::tuple(static_cast<element_t<found.out>>(result.first),
                          static_cast<element_t<found.second_out>>(result.second));
    }
    (std::make_index_sequence<sizeof...(Numbers)>{});
  }
};

}  // namespace gpu
