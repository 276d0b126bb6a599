// SPDX-License-Identifier: BSD-3-Clause
// New arrays of the shape of another one and of the dtype that an option names.
#pragma once

#include <optional>

#include <gpu/array/creation.hpp>
#include <gpu/array/ufunc/options.hpp>

namespace gpu {

/// Shape and, unless another is given, device of `other`: `zeros_like(x, as_dtype<double>)`, as
/// `zeros_like<double>(x)`.
template <array_like A, element_type T>
[[nodiscard]] auto empty_like(const A& other, const dtype_option<T>&,
                              std::optional<device> where = std::nullopt) {
  return empty_like<T>(other, where);
}
template <array_like A, scalar_like Number, element_type T>
[[nodiscard]] auto full_like(const A& other, const Number& value, const dtype_option<T>&,
                             std::optional<device> where = std::nullopt) {
  return full_like<T>(other, value, where);
}
template <array_like A, element_type T>
[[nodiscard]] auto zeros_like(const A& other, const dtype_option<T>&,
                              std::optional<device> where = std::nullopt) {
  return zeros_like<T>(other, where);
}
template <array_like A, element_type T>
[[nodiscard]] auto ones_like(const A& other, const dtype_option<T>&,
                             std::optional<device> where = std::nullopt) {
  return ones_like<T>(other, where);
}

/// The same of an array whose dtype is known at run time.
template <array_like A, scalar_like Number>
requires(!typed_array<A>) [[nodiscard]] any_expression
    full_like(const A& other, const Number& value, std::optional<device> where = std::nullopt) {
  const graph::node_ptr number = detail::assigned_scalar(value, other.dtype());
  return any_expression(
      graph::node_ptr(execute::evaluate(graph::make_broadcast(number, other.shape()),
                                        where.value_or(other.device()))
                          .get()));
}
template <array_like A>
requires(!typed_array<A>) [[nodiscard]] any_expression
    empty_like(const A& other, std::optional<device> where = std::nullopt) {
  return any_expression(graph::node_ptr(
      detail::uninitialised_leaf(other.dtype(), other.shape(), where.value_or(other.device()))
          .get()));
}
template <array_like A>
requires(!typed_array<A>) [[nodiscard]] any_expression
    zeros_like(const A& other, std::optional<device> where = std::nullopt) {
  return full_like(other, 0, where);
}
template <array_like A>
requires(!typed_array<A>) [[nodiscard]] any_expression
    ones_like(const A& other, std::optional<device> where = std::nullopt) {
  return full_like(other, 1, where);
}

}  // namespace gpu
