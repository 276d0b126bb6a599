// SPDX-License-Identifier: BSD-3-Clause
// The options of `einsum`, behind its operands.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include <gpu/linalg/einsum.hpp>
#include <gpu/linalg/product_out.hpp>

namespace gpu {

namespace linalg::detail {
/// @param operands  their number, which is the target's place in NumPy's message
/// @throws value_error, shape_error, dtype_error, device_mismatch
void require_einsum_target(const graph::node_ptr& value, const gpu::detail::written_array& target,
                           std::size_t operands, casting rule);
/// @throws dtype_error  unless all operands can become `type`
void require_einsum_operands(std::span<const operand_type> operands, dtype type, casting rule);

template <class A>
concept einsum_option = option<A> && gpu::detail::kind_of_option<A>
!= gpu::detail::option_kind::where;

/// Operands, and options, of which there is one at least.
template <class... A>
concept einsum_arguments = ((array_like<A> || scalar_like<A> || einsum_option<A>)&&...) &&
                           (array_like<A> || ...) && (einsum_option<A> || ...);

/// The element type of the result beside a dtype that is asked for; void as `einsum_element`.
template <class Asked, class... A>
struct einsum_element_as : std::type_identity<void> {};
template <class T, class... A>
struct einsum_element_as<dtype_option<T>, A...> : std::type_identity<T> {};
template <class... A>
struct einsum_element_as<gpu::detail::not_given, A...> : einsum_element<A...> {};

/// The first arguments are the operands.
template <std::size_t... I, class... A>
decltype(auto) einsum_with_options(std::string_view subscripts, std::index_sequence<I...>,
                                   std::tuple<const A&...> arguments) {
  using gpu::detail::option_kind;
  using asked = gpu::detail::option_type<option_kind::dtype, A...>;
  constexpr bool has_out = gpu::detail::is_given<option_kind::out, A...>;
  casting rule = casting::safe;
  if constexpr (gpu::detail::is_given<option_kind::casting, A...>)
    rule = gpu::detail::option_of<option_kind::casting>(arguments);
  const operand_type types[] = {gpu::detail::runtime_type(std::get<I>(arguments))...};
  dtype type = result_type(std::span<const operand_type>(types));
  auto&& out = gpu::detail::option_of<option_kind::out>(arguments);
  if constexpr (gpu::detail::is_given<option_kind::dtype, A...>) {
    type = gpu::detail::dtype_asked_for(gpu::detail::option_of<option_kind::dtype>(arguments));
    require_einsum_operands(types, type, rule);
  } else if constexpr (has_out) {
    type = promote_types(type, gpu::detail::written(std::get<0>(out.targets)).type);
  }
  graph::node_ptr value = einsum_node(
      subscripts, {graph::make_cast(einsum_operand(std::get<I>(arguments), type), type)...});
  if constexpr (has_out) {
    require_einsum_target(value, gpu::detail::written(std::get<0>(out.targets)), sizeof...(I),
                          rule);
    return write_product(out, std::move(value));
  } else {
    using element = einsum_element_as<asked, std::tuple_element_t<I, std::tuple<A...>>...>;
    return gpu::detail::expression_of_node<typename element::type>(std::move(value));
  }
}
}  // namespace linalg::detail

/// `einsum` with options behind the operands: `einsum("i,j->ij", a, b, gpu::out(c))`,
/// `einsum("i,i", a, b, gpu::as_dtype<double>, gpu::casting::same_kind)`.
///
/// @dtype   what is computed in is that of `as_dtype`, an expression then; or without it, what the
///          operands and the array of `out` promote to. The rule, "safe" as in NumPy, is for the
///          conversions to it and from it to the array of `out`
/// @throws  value_error  "out parameter does not have the correct number of dimensions, has 3 but
///                       should have 2"
/// @throws  shape_error  "non-broadcastable output operand with shape (2,3) doesn't match the
///                       broadcast shape (2,2)"
/// @throws  dtype_error  "Iterator requested dtype could not be cast from dtype('float64') to
///                       dtype('int64'), the operand 2 dtype, according to the rule 'safe'",
///                       "Iterator operand 0 dtype could not be cast from dtype('float64') to
///                       dtype('float32') according to the rule 'safe'"
template <class... A>
requires(linalg::detail::einsum_arguments<A...>) decltype(auto)
    einsum(option_name subscripts, const A&... arguments) {
  constexpr bool is_option[] = {option<A>...};
  constexpr std::size_t operands = ((option<A> ? 0 : 1) + ...);
  constexpr bool in_order = [&] {
    for (std::size_t i = 0; i < sizeof...(A); ++i)
      if (is_option[i] != (i >= operands)) return false;
    return true;
  }();
  static_assert(in_order, "the options of a function follow its operands");
  static_assert(gpu::detail::each_given_once<A...>(), "an option is given twice");
  return linalg::detail::einsum_with_options(subscripts, std::make_index_sequence<operands>(),
                                             std::tie(arguments...));
}

}  // namespace gpu
