// SPDX-License-Identifier: BSD-3-Clause
// C++ numbers beside arrays.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include <gpu/array/concepts.hpp>
#include <gpu/elementwise/support/cast.hpp>
#include <gpu/graph/build.hpp>

namespace gpu::detail {

/// A number as a kernel argument of dtype `type`; an integer that `type` cannot hold stays an int64
/// or uint64, and the caller sees to it.
template <class Number>
graph::node_ptr scalar_node(const Number& value, dtype type);

/// @throws overflow_error  "integer 300 out of bounds for uint8"
[[noreturn]] void throw_out_of_bounds(const std::string& value, dtype type);

/// Whether the integer dtype `type` holds `value`.
template <std::integral Number>
bool holds(dtype type, Number value) {
  const bool negative = std::is_signed_v<Number> && value < Number(0);
  const unsigned bits = 8u * static_cast<unsigned>(size_bytes(type));
  const auto magnitude = static_cast<unsigned long long>(value);
  if (!facts(type).is_signed) return !negative && (bits == 64 || magnitude >> bits == 0);
  if (negative) return static_cast<long long>(value) >= -(1ll << (bits - 2)) * 2;
  return magnitude >> (bits - 1) == 0;
}

template <class Number>
graph::node_ptr scalar_node(const Number& value, dtype type) {
  using own = computed_t<Number>;
  if constexpr (std::integral<Number> && !std::same_as<Number, bool>)
    if (is_integer(type) && !holds(type, value))
      type = std::is_signed_v<Number> ? dtype::int64 : dtype::uint64;
  return visit_dtype(type, [&]<class To>(std::type_identity<To>) {
    const To converted = math::cast<To>(own(value));
    return graph::make_scalar(type, &converted);
  });
}

/// An array's node, or a number as an argument of dtype `type`.
template <class Operand>
graph::node_ptr operand_node(Operand&& operand, dtype type) {
  if constexpr (scalar_like<Operand>)
    return scalar_node(operand, type);
  else
    return taken_node(std::forward<Operand>(operand));
}

template <class Operand>
operand_type runtime_type(const Operand& operand) {
  if constexpr (scalar_like<Operand>)
    return weak_type<Operand>();
  else
    return {operand.node()->type, false};
}

/// `loop`, unless an integer did not fit its input dtype: comparisons then take the loop that holds
/// both sides.
/// @throws overflow_error  if the op is not a comparison
[[nodiscard]] int loop_beside_scalars(const graph::op_record& op, int loop,
                                      std::span<const graph::node_ptr> operands);

/// A number to be assigned to elements of type `T`.
/// @throws overflow_error  if `T` is an integer type that cannot hold it
template <class T, class Number>
graph::node_ptr assigned_scalar(const Number& value) {
  graph::node_ptr node = scalar_node(value, dtype_of<T>);
  if (node->type != dtype_of<T>) throw_out_of_bounds(std::to_string(value), dtype_of<T>);
  return node;
}

/// Lets the op refuse the value of a scalar, where it declares `check_scalar(position, type,
/// value)`.
template <class Op, class Operand>
void check_scalar(const Operand& operand, dtype type, std::size_t position) {
  if constexpr (scalar_like<Operand> && std::integral<Operand>)
    if constexpr (requires { Op::check_scalar(position, true, 0ll); })
      Op::check_scalar(position, is_integer(type), static_cast<long long>(operand));
}

}  // namespace gpu::detail
