// SPDX-License-Identifier: BSD-3-Clause
// New arrays of the shape and on the device of another one, and of the dtype that an option names.
#pragma once

#include <optional>

#include <gpu/array/creation.hpp>
#include <gpu/array/named_dtype.hpp>

namespace gpu {

/// NumPy's options `dtype=` and, behind it, `shape=`: `zeros_like(x, as_dtype<double>)` is
/// `zeros_like<double>(x)`, and `zeros_like(x, dtype::int8, {2, 2})` an `any_expression` of a dtype
/// that is known at run time.
template <array_like A, detail::dtype_name Type>
[[nodiscard]] auto empty_like(const A& other, const Type& type, const shape& extents,
                              std::optional<device> where = std::nullopt) {
  return detail::made_in(type, [&]<class T>() { return empty_like<T>(other, extents, where); });
}
template <array_like A, detail::dtype_name Type>
[[nodiscard]] auto empty_like(const A& other, const Type& type,
                              std::optional<device> where = std::nullopt) {
  return empty_like(other, type, other.shape(), where);
}
template <array_like A, detail::dtype_name Type>
[[nodiscard]] auto zeros_like(const A& other, const Type& type, const shape& extents,
                              std::optional<device> where = std::nullopt) {
  return detail::made_in(type, [&]<class T>() { return zeros_like<T>(other, extents, where); });
}
template <array_like A, detail::dtype_name Type>
[[nodiscard]] auto zeros_like(const A& other, const Type& type,
                              std::optional<device> where = std::nullopt) {
  return zeros_like(other, type, other.shape(), where);
}
template <array_like A, detail::dtype_name Type>
[[nodiscard]] auto ones_like(const A& other, const Type& type, const shape& extents,
                             std::optional<device> where = std::nullopt) {
  return detail::made_in(type, [&]<class T>() { return ones_like<T>(other, extents, where); });
}
template <array_like A, detail::dtype_name Type>
[[nodiscard]] auto ones_like(const A& other, const Type& type,
                             std::optional<device> where = std::nullopt) {
  return ones_like(other, type, other.shape(), where);
}
/// The same of a number, an array or a vector.
/// @throws overflow_error  if the dtype is an integer type that cannot hold the number
/// @throws dtype_error     if a complex number was to become a real element
template <array_like A, class Fill, detail::dtype_name Type>
[[nodiscard]] auto full_like(const A& other, const Fill& fill, const Type& type,
                             const shape& extents, std::optional<device> where = std::nullopt) {
  return detail::made_in<Fill>(type, [&]<class T>() {
    return full_like<T>(other, detail::read_proxy(fill), extents, where);
  });
}
template <array_like A, class Fill, detail::dtype_name Type>
[[nodiscard]] auto full_like(const A& other, const Fill& fill, const Type& type,
                             std::optional<device> where = std::nullopt) {
  return full_like(other, fill, type, other.shape(), where);
}

}  // namespace gpu
