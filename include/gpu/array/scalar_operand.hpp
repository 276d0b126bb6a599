// SPDX-License-Identifier: BSD-3-Clause
// C++ numbers beside arrays.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
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
/// @throws overflow_error  "integer 300 out of bounds for 8 bits"
[[noreturn]] void throw_out_of_bits(const std::string& value, std::size_t bits);

/// @throws dtype_error  "a complex number does not become a real element: float32"
[[noreturn]] void throw_no_real_element(dtype type);

/// Whether the integer dtype `type` holds `value`.
template <std::integral Number>
bool holds(dtype type, Number value) {
  const bool negative = std::is_signed_v<Number> && value < Number(0);
  const unsigned bits = 8u * static_cast<unsigned>(size_bytes(type));
  const auto magnitude = static_cast<unsigned long long>(value);
  if (!traits(type).is_signed) return !negative && (bits == 64 || magnitude >> bits == 0);
  if (negative) return static_cast<long long>(value) >= -(1ll << (bits - 2)) * 2;
  return magnitude >> (bits - 1) == 0;
}

/// The integer that `type` holds and that is nearest to `value`, which it does not hold.
template <std::integral Number>
[[nodiscard]] constexpr Number nearest_held(dtype type, Number value) {
  const unsigned bits = 8u * static_cast<unsigned>(size_bytes(type)) - traits(type).is_signed;
  if (value > Number(0)) return static_cast<Number>(~std::uint64_t{0} >> (64 - bits));
  return traits(type).is_signed ? static_cast<Number>(std::int64_t{-1} << bits) : Number(0);
}

/// @throws overflow_error  "integer 300 out of bounds for uint8"
/// @throws value_error     "cannot convert float NaN to integer"
void require_integer(double value, dtype type);

/// Named in the compiler's message when a complex number is to become a real element.
template <class Number, class T>
inline constexpr bool number_does_not_become = false;

/// A number as an element of type `T`, as NumPy stores a Python number: real numbers become
/// integers without their fraction.
/// @throws overflow_error  if `T` is an integer type that cannot hold it
/// @throws value_error     if `T` is an integer type, and it is nan
template <element_type T, scalar_like Number>
[[nodiscard]] T assigned_number(const Number& value) {
  constexpr bool is_real = !is_complex<computed_t<T>>;
  if constexpr (std::same_as<T, Number>) {
    return value;
  } else if constexpr (is_complex<computed_t<Number>> && is_real) {
    static_assert(number_does_not_become<Number, T>,
                  "a complex number does not become a real element: give its real part");
    return T();
  } else {
    if constexpr (is_integer(dtype_of<T>) && traits(dtype_of<Number>).kind == dtype_kind::floating)
      require_integer(static_cast<double>(value), dtype_of<T>);
    if constexpr (is_integer(dtype_of<T>) && is_integer(dtype_of<Number>))
      if (!holds(dtype_of<T>, value)) throw_out_of_bounds(std::to_string(value), dtype_of<T>);
    return static_cast<T>(math::cast<computed_t<T>>(computed_t<Number>(value)));
  }
}

/// The same as a node.
template <element_type T, scalar_like Number>
[[nodiscard]] graph::node_ptr assigned_scalar(const Number& value) {
  const computed_t<T> element(assigned_number<T>(value));
  return graph::make_scalar(dtype_of<T>, &element);
}

/// The same as element of a dtype that is known at run time.
/// @throws dtype_error  if a complex number was to become a real element
template <scalar_like Number>
[[nodiscard]] graph::node_ptr assigned_scalar(const Number& value, dtype type) {
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) -> graph::node_ptr {
    if constexpr (is_complex<computed_t<Number>> && !is_complex<computed_t<T>>)
      throw_no_real_element(type);
    else
      return assigned_scalar<T>(value);
  });
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

/// Lets the op refuse the value of a scalar, where it declares `check_scalar(position, type,
/// value)`.
template <class Op, class Operand>
void check_scalar(const Operand& operand, dtype type, std::size_t position) {
  if constexpr (scalar_like<Operand> && std::integral<Operand>)
    if constexpr (requires { Op::check_scalar(position, true, 0ll); })
      Op::check_scalar(position, is_integer(type), static_cast<long long>(operand));
}

/// What is written to elements of type `T`: a number, or an element, in that type, an array as it
/// is.
/// @throws overflow_error  if `T` is an integer type that cannot hold the number
template <class T, class A>
requires(array_like<A> || number_or_element<A>) [[nodiscard]] graph::node_ptr
    written_node(A&& value) {
  if constexpr (typed_array<A>)
    check_not_made_real<T, typename std::remove_cvref_t<A>::value_type>();
  if constexpr (number_or_element<A>)
    return assigned_scalar<T>(read_proxy(value));
  else
    return taken_node(std::forward<A>(value));
}

}  // namespace gpu::detail
