// SPDX-License-Identifier: BSD-3-Clause
// A call of an elementwise function with options.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include <gpu/array/any_expression.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/array/ufunc/checks.hpp>
#include <gpu/array/ufunc/op_loops.hpp>
#include <gpu/array/ufunc/op_results.hpp>
#include <gpu/array/ufunc/options.hpp>

namespace gpu::detail {

/// Named in the compiler's message when the results do not convert to the array given to `out`.
template <class Op, class From, class To>
inline constexpr bool result_does_not_become = false;
/// Named there when an operand does not convert to what the loop takes.
template <class Op, class From, class To>
inline constexpr bool operand_does_not_become = false;
/// Named there when `as_dtype<To>` is not what the op can give.
template <class Op, class To, class... ElementTypes>
inline constexpr bool no_loop_gives = false;

template <class T>
constexpr dtype dtype_asked_for(dtype_option<T>) {
  return dtype_of<T>;
}
constexpr dtype dtype_asked_for(dtype type) {
  return type;
}

template <class T>
written_array written(const ndarray<T>& target) {
  return {dtype_of<T>, target.extents(), target.where()};
}
template <class T>
written_array written(const array_view<T>& target) {
  return {dtype_of<T>, target.shape(), target.device()};
}

/// Writes a value, masked, that has been found to fit.
template <class T>
void write_result(ndarray<T>& target, graph::node_ptr value, graph::node_ptr mask) {
  if (mask) value = masked(std::move(mask), std::move(value), target.read_node(), dtype_of<T>);
  if (value->extents != target.extents()) value = graph::make_broadcast(value, target.extents());
  target.update(std::move(value));
}
template <class T>
void write_result(const array_view<T>& target, graph::node_ptr value, graph::node_ptr mask) {
  if (mask) value = masked(std::move(mask), std::move(value), target.read_node(), dtype_of<T>);
  target.write_node(std::move(value));
}

/// A number as the input of a loop.
/// @throws overflow_error  "integer 300 out of bounds for uint8"
template <dtype In, class Number>
computed_t<element_t<In>> number_as(const Number& number) {
  if constexpr (std::integral<Number> && !std::same_as<Number, bool> && is_integer(In))
    if (!holds(In, number)) throw_out_of_bounds(std::to_string(number), In);
  return math::cast<computed_t<element_t<In>>>(static_cast<computed_t<Number>>(number));
}

/// The element type of one target of `out`.
template <class Target>
using target_type = typename std::remove_cvref_t<Target>::value_type;

/// One call with options. `Options` are the option types, `Operands` references to the operands.
template <class Op, class Options, class... Operands>
class ufunc_call;

template <class Op, class... Options, class... Operands>
class ufunc_call<Op, std::tuple<Options...>, Operands...> {
  using given = std::tuple<Options...>;
  using dtype_given = option_type<option_kind::dtype, Options...>;
  using out_given = option_type<option_kind::out, Options...>;
  static constexpr bool has_out = is_given<option_kind::out, Options...>;
  static constexpr bool has_mask = is_given<option_kind::where, Options...>;
  static constexpr bool has_rule = is_given<option_kind::casting, Options...>;
  static constexpr std::size_t outputs = output_count<Op>;
  static constexpr bool has_number = (scalar_like<Operands> || ...);
  static constexpr bool is_typed =
      ((typed_array<Operands> || scalar_like<Operands>)&&...) && !std::same_as<dtype_given, dtype>;
  static constexpr bool is_number =
      is_typed && (scalar_like<Operands> && ...) && !has_out && !has_mask && outputs == 1;
  using nodes = result_nodes<Op>;

 public:
  static decltype(auto) run(given& options, Operands... operands) {
    casting rule = casting::same_kind;
    if constexpr (has_rule) rule = option_of<option_kind::casting>(options);
    if constexpr (is_typed) {
      constexpr loop chosen = checked_loop();
      if constexpr (has_rule) {
        const operand_type types[] = {operand_type_of<Operands>()...};
        require_inputs(Op::info.name, chosen, types, rule);
      }
      if constexpr (is_number) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
          (check_scalar<Op>(operands, chosen.in[I], I), ...);
          return static_cast<element_t<chosen.out>>(
              Op{}(number_as<chosen.in[I]>(bounded<Op, I>(operands, chosen.in[I]))...));
        }
        (std::index_sequence_for<Operands...>());
      } else {
        return [&]<std::size_t... I>(std::index_sequence<I...>)->decltype(auto) {
          return finish<element_t<chosen.out_at(I)>...>(chosen, rule, options,
                                                        std::forward<Operands>(operands)...);
        }
        (std::make_index_sequence<outputs>());
      }
    } else {
      const operand_type types[] = {runtime_type(operands)...};
      const loop chosen = require_loop(Op::info, graph::record_of<Op>(), types, asked_for(options));
      require_inputs(Op::info.name, chosen, types, rule);
      return finish<>(chosen, rule, options, std::forward<Operands>(operands)...);
    }
  }

 private:
  static std::optional<dtype> asked_for(given& options) {
    if constexpr (std::same_as<dtype_given, not_given>)
      return std::nullopt;
    else
      return dtype_asked_for(option_of<option_kind::dtype>(options));
  }

  /// The loop, found at compile time, with all that is wrong under every circumstance refused.
  static constexpr loop checked_loop() {
    constexpr operand_type types[] = {operand_type_of<Operands>()...};
    if constexpr (std::same_as<dtype_given, not_given>) {
      constexpr loop found = find_loop(Op::info, types);
      if constexpr (found.index < 0)
        static_assert(no_loop_of<Op, typename element_type_of<Operands>::type...>,
                      "this function is not defined for these element types (no such loop in "
                      "NumPy)");
      else
        check_casts<found>();
      return found;
    } else {
      constexpr loop found = find_loop_giving(Op::info, dtype_asked_for(dtype_given()), types);
      if constexpr (found.index < 0)
        static_assert(no_loop_gives<Op, dtype_given, typename element_type_of<Operands>::type...>,
                      "no loop of this function gives that dtype for these element types (NumPy: "
                      "No loop matching the specified signature and casting was found)");
      else
        check_casts<found>();
      return found;
    }
  }

  /// Refuses what the rule of a call that names none, "same_kind", forbids.
  template <loop Chosen>
  static constexpr void check_casts() {
    if constexpr (!has_rule) {
      constexpr operand_type types[] = {operand_type_of<Operands>()...};
      constexpr int refused = first_refused(Chosen, types, casting::same_kind);
      if constexpr (refused >= 0) {
        using all = std::tuple<typename element_type_of<Operands>::type...>;
        static_assert(operand_does_not_become<Op, std::tuple_element_t<refused, all>,
                                              element_t<Chosen.in[refused]>>,
                      "an operand does not become what the loop takes by NumPy's casting rule "
                      "'same_kind'; gpu::casting::unsafe allows it");
      }
      if constexpr (has_out) check_targets<Chosen>(std::type_identity<out_given>());
    }
  }
  template <loop Chosen, class... Targets>
  static constexpr void check_targets(std::type_identity<out_option<Targets...>>) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (check_target<element_t<Chosen.out_at(I)>, target_type<Targets>>(), ...);
    }
    (std::index_sequence_for<Targets...>());
  }
  template <class From, class To>
  static constexpr void check_target() {
    if constexpr (!can_cast(dtype_of<From>, dtype_of<To>, casting::same_kind))
      static_assert(result_does_not_become<Op, From, To>,
                    "the result does not become the dtype of gpu::out by NumPy's casting rule "
                    "'same_kind'; gpu::casting::unsafe allows it");
  }

  /// The call by a loop that is known; `Types` are those of the results, none if they are not
  /// known.
  template <class... Types>
  static decltype(auto) finish(const loop& chosen, casting rule, given& options,
                               Operands... operands) {
    const graph::op_record& record = graph::record_of<Op>();
    auto inputs = operand_nodes<Op>(chosen, std::forward<Operands>(operands)...);
    const int index = has_number ? loop_beside_scalars(record, chosen.index, inputs) : chosen.index;
    graph::node_ptr mask;
    if constexpr (has_mask) mask = std::move(option_of<option_kind::where>(options).mask);
    if constexpr (has_out) {
      auto& targets = option_of<option_kind::out>(options).targets;
      require_targets(chosen, rule, inputs, mask, targets);
      return write(targets, make_results<Op>(record, index, std::move(inputs)), mask);
    } else {
      if constexpr (has_mask) require_places(inputs, mask, {});
      nodes values = make_results<Op>(record, index, std::move(inputs));
      if constexpr (has_mask)
        for (graph::node_ptr& value : values) {
          const dtype type = value->type;
          value = masked(mask, std::move(value), zero_node(type), type);
        }
      return as_expressions<Types...>(std::move(values));
    }
  }

  template <class... Targets>
  static void require_targets(const loop& chosen, casting rule, const graph::operand_list& inputs,
                              const graph::node_ptr& mask, std::tuple<Targets...>& targets) {
    static_assert(sizeof...(Targets) == outputs, "gpu::out takes one array for each output");
    std::apply(
        [&](const auto&... target) {
          const written_array list[] = {written(target)...};
          require_outputs(Op::info.name, chosen, list, rule);
          require_places(inputs, mask, list);
        },
        targets);
  }

  /// Writes each result where it belongs; returns the target, or a tuple of them.
  template <class... Targets>
  static decltype(auto) write(std::tuple<Targets...>& targets, nodes values,
                              graph::node_ptr& mask) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (write_result(std::get<I>(targets), std::move(values[I]),
                    I + 1 == outputs ? std::move(mask) : graph::node_ptr(mask)),
       ...);
    }
    (std::index_sequence_for<Targets...>());
    if constexpr (outputs == 1)
      return static_cast<std::tuple_element_t<0, std::tuple<Targets...>>>(std::get<0>(targets));
    else
      return std::tuple<Targets...>(targets);
  }
};

/// A call whose arguments are operands followed by options.
template <class Op, class... Arguments>
decltype(auto) call_with_options(std::tuple<Arguments...> arguments) {
  static_assert(!(xtensor_expression<Arguments> || ...),
                "options are for arrays of this library; copy xtensor's with gpu::to_gpu first");
  constexpr bool is_option[] = {option<Arguments>...};
  constexpr std::size_t count =
      std::find(is_option, is_option + sizeof...(Arguments), true) - is_option;
  constexpr bool in_order =
      std::all_of(is_option + count, is_option + sizeof...(Arguments), std::identity());
  static_assert(in_order, "the options of a function follow its operands");
  static_assert(each_given_once<Arguments...>(), "an option is given twice");
  if constexpr (check_operand_count<Op, count>())
    return [&]<std::size_t... I, std::size_t... J>(std::index_sequence<I...>,
                                                   std::index_sequence<J...>)
        ->decltype(auto) {
      using options = std::tuple<
          std::remove_cvref_t<std::tuple_element_t<count + J, std::tuple<Arguments...>>>...>;
      options own(std::forward<std::tuple_element_t<count + J, std::tuple<Arguments...>>>(
          std::get<count + J>(arguments))...);
      return ufunc_call<Op, options, std::tuple_element_t<I, std::tuple<Arguments...>>...>::run(
          own, std::forward<std::tuple_element_t<I, std::tuple<Arguments...>>>(
                   std::get<I>(arguments))...);
    }
  (std::make_index_sequence<count>(), std::make_index_sequence<sizeof...(Arguments) - count>());
}

}  // namespace gpu::detail
