// SPDX-License-Identifier: BSD-3-Clause
// A call of a reduction: what is known at compile time, and the results in the user's hands.
//
// A reduction is described by a type with
//
//     name, options            as messages name it; which options it takes
//     result(element, asked)   dtype of the result; `asked` is that of `as_dtype`; none: refused
//     make(value, settings)    the node of the result
#pragma once

#include <cstddef>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

#include <gpu/array/any_expression.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/array/reduction/options.hpp>
#include <gpu/array/reduction/reduction_ufunc.hpp>
#include <gpu/array/ufunc/call.hpp>
#include <gpu/array/ufunc/op_loops.hpp>
#include <gpu/core/reduction_info.hpp>

namespace gpu {

namespace detail {

/// A reduction as its node is made.
struct reduction_op {
  const reduction_info& info;
  const graph::op_record& record;
  const graph::op_record* combine;  ///< joins two results; null if nothing does
};

/// The reduction of `value`.
/// @throws dtype_error  if the elements are none that it takes; axis_error; value_error
[[nodiscard]] graph::node_ptr reduce_node(const reduction_op& op, graph::node_ptr value,
                                          const reduction_settings& settings);
/// The same for argmax and argmin: one axis, or the position in C order.
[[nodiscard]] graph::node_ptr position_node(const reduction_op& op, graph::node_ptr value,
                                            const reduction_settings& settings);

/// The loop for elements of one dtype.
[[nodiscard]] constexpr loop find_reduction_loop(const reduction_info& info, dtype element) {
  const operand_type types[] = {{element, false}, {dtype::int64, false}};
  return find_loop(info.loops, {types, info.takes_positions ? 2u : 1u});
}

/// The dtype in which `op` combines elements for an array of dtype `target`: that of the result of
/// its loop for both, as NumPy finds it. None: there is no such loop.
[[nodiscard]] constexpr std::optional<dtype> type_into(const op_info& op, dtype element,
                                                       dtype target) {
  const operand_type types[] = {{target, false}, {element, false}};
  const loop found = find_loop(op, types);
  if (found.index < 0) return std::nullopt;
  return found.out;
}

/// @throws dtype_error  "Cannot cast array data from dtype('float64') to dtype('int64') according
///                      to the rule 'safe'", of an array that is to receive positions
void require_position_target(dtype target);

/// A reduction of kernels/reductions/.
template <class Op>
struct plain_reduction {
  static constexpr const char* name = Op::info.name;
  static constexpr const char* ufunc = Op::info.ufunc[0] != '\0' ? Op::info.ufunc : name;
  /// Whether the result's dtype does not depend on the elements'.
  static constexpr bool has_own_dtype = [] {
    const loop found = find_reduction_loop(Op::info, dtype::float32);
    return found.index >= 0 && found.out != dtype::float32;
  }();
  static constexpr bool out_gives_dtype = !has_own_dtype;
  static constexpr bool gives_truth = [] {
    const loop found = find_reduction_loop(Op::info, dtype::float32);
    return found.index >= 0 && found.out == dtype::bool_;
  }();
  static constexpr unsigned options = Op::info.takes_positions
                                          ? takes_keepdims | takes_out
                                          : takes_keepdims | takes_out | takes_where |
                                                (std::is_void_v<op_of<Op>> ? 0u : takes_initial) |
                                                (has_own_dtype ? 0u : takes_dtype);

  static constexpr casting out_rule = casting::unsafe;
  [[nodiscard]] static constexpr std::optional<dtype> result_into(dtype element, dtype target) {
    return type_into(op_of<Op>::info, element, target);
  }
  [[nodiscard]] static constexpr std::optional<dtype> result(dtype element,
                                                             std::optional<dtype> asked) {
    const loop found = find_reduction_loop(Op::info, asked.value_or(element));
    if (found.index < 0 || (asked && found.in[0] != *asked)) return std::nullopt;
    if (asked && has_own_dtype && found.out != *asked) return std::nullopt;
    return asked ? asked : found.out;
  }
  [[nodiscard]] static graph::node_ptr make(graph::node_ptr value,
                                            const reduction_settings& settings) {
    const graph::op_record* combine = nullptr;
    if constexpr (!std::is_void_v<op_of<Op>>) combine = &graph::record_of<op_of<Op>>();
    const reduction_op op{Op::info, graph::record_of<Op>(), combine};
    if constexpr (Op::info.takes_positions) {
      if (settings.into) require_position_target(*settings.into);
      return position_node(op, std::move(value), settings);
    } else {
      return reduce_node(op, std::move(value), settings);
    }
  }
};

/// Whether the results are bools that may stand in a condition.
template <class Reduction>
inline constexpr bool gives_truth = requires {
  requires Reduction::gives_truth;
};

/// Named in the compiler's message when a reduction does not take the elements.
template <class Reduction, class Element>
inline constexpr bool cannot_reduce = false;
/// Named there when it does not take an option.
template <class Reduction, class Option>
inline constexpr bool does_not_take = false;

template <class Reduction, class Option>
constexpr void check_option() {
  if constexpr ((reduction_option_bit<Option> &
                 ~(Reduction::options | takes_evaluation | takes_axis)) != 0)
    static_assert(does_not_take<Reduction, Option>, "this function does not take that option");
}
template <class... Options>
consteval bool options_differ() {
  [[maybe_unused]] unsigned seen = 0;
  bool differ = true;
  ((differ = differ && (seen & reduction_option_bit<Options>) == 0,
    seen |= reduction_option_bit<Options>),
   ...);
  return differ;
}

template <class... Options>
consteval std::size_t out_place() {
  constexpr unsigned bits[] = {reduction_option_bit<std::remove_cvref_t<Options>>..., takes_out};
  std::size_t place = 0;
  while (bits[place] != takes_out) ++place;
  return place;
}

/// The element type asked for by `sum<T>` or by `as_dtype<T>`; void without either.
template <class T, class... Options>
struct asked_type {
  using type = T;
};
template <class T, class U, class... More>
struct asked_type<T, dtype_option<U>, More...> {
  using type = U;
};
template <class T, class Option, class... More>
struct asked_type<T, Option, More...> : asked_type<T, More...> {};

template <class T>
constexpr std::optional<dtype> dtype_if_any() {
  if constexpr (std::is_void_v<T>)
    return std::nullopt;
  else
    return dtype_of<T>;
}

/// The result's type is known if those of the elements and of the dtype are.
template <class Reduction, class T, class A>
consteval std::optional<dtype> reduced_type() {
  return Reduction::result(dtype_of<typename std::remove_cvref_t<A>::value_type>,
                           dtype_if_any<T>());
}

/// @throws dtype_error  "No loop matching the specified signature and casting was found ..."
[[noreturn]] void throw_no_fold(const char* name);

/// Shape and casting of what `out` gave are checked; nothing has been written if they are wrong.
void require_reduction_target(const char* name, const graph::node_ptr& value,
                              const written_array& target, casting rule);

/// Writes the value of a reduction where `out` says, and returns that.
/// @throws dtype_error, shape_error, device_mismatch
template <class Target>
Target write_reduction(const char* name, const out_option<Target>& out, graph::node_ptr value,
                       casting rule) {
  auto& target = std::get<0>(out.targets);
  require_reduction_target(name, value, written(target), rule);
  write_result(target, std::move(value), nullptr);
  return static_cast<Target>(target);
}

/// What NumPy's errors name: the op that is applied again and again, as "add" for sum and mean.
template <class Reduction>
consteval const char* ufunc_name() {
  if constexpr (requires { Reduction::ufunc; })
    return Reduction::ufunc;
  else
    return Reduction::name;
}

template <class Reduction, class A, class Target>
inline constexpr std::optional<dtype> type_into_target = Reduction::result_into(
    dtype_of<typename std::remove_cvref_t<A>::value_type>, dtype_of<target_type<Target>>);

template <class Reduction, class A, class Target>
decltype(auto) reduce_into(out_option<Target>& out, A&& x, reduction_settings& settings) {
  auto& target = std::get<0>(out.targets);
  settings.into = dtype_of<target_type<Target>>;
  graph::node_ptr elements = taken_node(std::forward<A>(x));
  if constexpr (Reduction::out_gives_dtype)
    if (!settings.type) {
      if constexpr (typed_array<A>)
        settings.type = type_into_target<Reduction, A, Target>;
      else
        settings.type = Reduction::result_into(elements->type, *settings.into);
      if (!settings.type) throw_no_fold(Reduction::name);
    }
  graph::node_ptr value = Reduction::make(std::move(elements), settings);
  if constexpr (requires { Reduction::require_target(value, written(target)); }) {
    Reduction::require_target(value, written(target));
    write_result(target, std::move(value), nullptr);
    return static_cast<Target>(target);
  } else {
    return write_reduction(ufunc_name<Reduction>(), out, std::move(value), Reduction::out_rule);
  }
}

/// A call of `Reduction`; `T` is the dtype's type, or void.
template <class Reduction, class T, reducible A, class... Options>
decltype(auto) reduced(A&& x, const reduction_axes& axes, Options&&... options) {
  (check_option<Reduction, std::remove_cvref_t<Options>>(), ...);
  static_assert(options_differ<std::remove_cvref_t<Options>...>(), "an option is given twice");
  using asked = typename asked_type<T, std::remove_cvref_t<Options>...>::type;
  constexpr bool has_out =
      ((reduction_option_bit<std::remove_cvref_t<Options>> == takes_out) || ...);
  constexpr bool is_typed =
      typed_array<A> && !(std::is_same_v<std::remove_cvref_t<Options>, dtype> || ...);
  if constexpr (xtensor_expression<A>) {
    return reduce_elsewhere<Reduction, T>(xtensor_tag{}, x, axes, options...);
  } else {
    reduction_settings settings{axes};
    if constexpr (!std::is_void_v<T>) settings.type = dtype_of<T>;
    (settings.take(std::forward<Options>(options)), ...);
    if constexpr (has_out) {
      auto& out = std::get<out_place<Options...>()>(std::tie(options...));
      return reduce_into<Reduction>(out, std::forward<A>(x), settings);
    } else if constexpr (is_typed) {
      constexpr std::optional<dtype> type = reduced_type<Reduction, asked, A>();
      if constexpr (!type)
        static_assert(cannot_reduce<Reduction, typename std::remove_cvref_t<A>::value_type>,
                      "this reduction is not defined for these elements");
      else if constexpr (gives_truth<Reduction>)
        return truth(Reduction::make(taken_node(std::forward<A>(x)), settings));
      else
        return expression<element_t<*type>>(
            Reduction::make(taken_node(std::forward<A>(x)), settings));
    } else {
      return any_expression(Reduction::make(taken_node(std::forward<A>(x)), settings));
    }
  }
}

}  // namespace detail
}  // namespace gpu
