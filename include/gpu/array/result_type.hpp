// SPDX-License-Identifier: BSD-3-Clause
// What dtypes become, for arrays and numbers: NumPy's functions of dtypes.
#pragma once

#include <concepts>
#include <initializer_list>
#include <optional>
#include <span>
#include <type_traits>

#include <gpu/array/any_expression.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/core/casting.hpp>

namespace gpu {

/// Whatever has a dtype: arrays, expressions, C++ numbers, which are weak, and dtypes themselves.
template <class A>
concept has_dtype = operand<A> || std::same_as<std::remove_cvref_t<A>, dtype>;

namespace detail {

template <has_dtype A>
[[nodiscard]] constexpr operand_type promoted_as(const A& a) {
  if constexpr (std::same_as<A, dtype>)
    return {a};
  else if constexpr (scalar_like<A> || typed_array<A> || xtensor_expression<A>)
    return operand_type_of<A>();
  else
    return {a.dtype()};
}

/// @throws dtype_error  "can't get common type for non-numeric array"
[[noreturn]] void throw_no_common_type();

[[nodiscard]] constexpr dtype common_type_of(std::initializer_list<dtype> types) {
  std::optional<dtype> common;
  for (const dtype type : types) {
    if (type == dtype::bool_) throw_no_common_type();
    const dtype inexact = is_integer(type) ? dtype::float64 : type;
    common = common ? promote_types(*common, inexact) : inexact;
  }
  return common.value_or(dtype::float16);
}

/// The least integer dtype that holds `value`, an unsigned one if it can be.
template <std::integral Number>
[[nodiscard]] constexpr dtype min_integer(Number value) {
  constexpr dtype without_sign[] = {dtype::uint8, dtype::uint16, dtype::uint32, dtype::uint64};
  constexpr dtype with_sign[] = {dtype::int8, dtype::int16, dtype::int32, dtype::int64};
  const bool negative = value < Number(0);
  const auto magnitude = static_cast<unsigned long long>(negative ? -(value + Number(1)) : value)
                         << (negative ? 1 : 0);
  int size = 0;
  while (size < 3 && magnitude >> (8 << size) != 0) ++size;
  return negative ? with_sign[size] : without_sign[size];
}

/// Of the only element. Waits.
[[nodiscard]] dtype min_scalar_type_of(const graph::node_ptr& value);

[[nodiscard]] constexpr bool within(double value, double bound) {
  return -bound < value && value < bound;
}

}  // namespace detail

/// The dtype that operands are promoted to together: `gpu::result_type(a, 1, gpu::dtype::int8)`.
/// `numpy.result_type`.
template <has_dtype... A>
requires(sizeof...(A) > 0) [[nodiscard]] constexpr dtype result_type(const A&... operands) {
  const operand_type types[] = {detail::promoted_as(operands)...};
  return result_type(std::span<const operand_type>(types));
}

namespace detail {
template <operand... A>
inline constexpr dtype result_type_of = [] {
  const operand_type types[] = {operand_type_of<A>()...};
  return result_type(std::span<const operand_type>(types));
}();
}  // namespace detail

/// The element type of `result_type` of operands of these types: `result_type_t<ndarray<int>,
/// int>`.
template <operand... A>
using result_type_t = element_t<detail::result_type_of<A...>>;

/// Whether `rule` allows to convert the elements. `numpy.can_cast`.
template <array_like A>
[[nodiscard]] constexpr bool can_cast(const A& from, dtype to, casting rule = casting::safe) {
  return can_cast(detail::promoted_as(from).type, to, rule);
}

/// The least dtype that holds `value`, as NumPy tells: floats by their size alone.
/// `numpy.min_scalar_type`.
template <scalar_like Number>
[[nodiscard]] constexpr dtype min_scalar_type(const Number& value) {
  constexpr dtype own = dtype_of<Number>;
  if constexpr (own == dtype::bool_) {
    return own;
  } else if constexpr (is_integer(own)) {
    return detail::min_integer(value);
  } else if constexpr (traits(own).kind == dtype_kind::complex) {
    const bool small = detail::within(value.real(), 3.4e38) && detail::within(value.imag(), 3.4e38);
    return small ? dtype::complex64 : own;
  } else {
    const auto wide = static_cast<double>(value);
    const bool finite = wide - wide == 0;
    if (size_bytes(own) == 2) return own;
    if (!finite || detail::within(wide, 65000)) return dtype::float16;
    return detail::within(wide, 3.4e38) ? dtype::float32 : own;
  }
}
/// That of an array is its own; that of one with 0 axes is the least that holds its element, for
/// which this waits.
template <array_like A>
[[nodiscard]] dtype min_scalar_type(const A& array) {
  return array.dimension() > 0 ? array.dtype() : detail::min_scalar_type_of(array.node());
}

/// The inexact dtype that all fit in, float64 for integers. `numpy.common_type`.
/// @throws dtype_error  "can't get common type for non-numeric array" for bools
template <class... A>
requires((array_like<A> || xtensor_expression<A>)&&...) [[nodiscard]] constexpr dtype
    common_type(const A&... arrays) {
  return detail::common_type_of({detail::promoted_as(arrays).type...});
}

/// The element type of `common_type` of arrays of these types.
template <class... A>
using common_type_t = element_t<detail::common_type_of({operand_type_of<A>().type...})>;

}  // namespace gpu
