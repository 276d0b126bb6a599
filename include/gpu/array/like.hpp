// SPDX-License-Identifier: BSD-3-Clause
// New arrays of the shape of another one and of the dtype that an option names.
#pragma once

#include <optional>

#include <gpu/array/creation.hpp>
#include <gpu/array/ufunc/options.hpp>

namespace gpu {

/// Shape and, unless another is given, device of `other`: `zeros_like(x, as_dtype<double>)`, as
/// `zeros_like<double>(x)`.
template <typed_array A, element_type T>
[[nodiscard]] auto empty_like(const A& other, const dtype_option<T>&,
                              std::optional<device> where = std::nullopt) {
  return empty_like<T>(other, where);
}
template <typed_array A, scalar_like Number, element_type T>
[[nodiscard]] auto full_like(const A& other, const Number& value, const dtype_option<T>&,
                             std::optional<device> where = std::nullopt) {
  return full_like<T>(other, value, where);
}
template <typed_array A, element_type T>
[[nodiscard]] auto zeros_like(const A& other, const dtype_option<T>&,
                              std::optional<device> where = std::nullopt) {
  return zeros_like<T>(other, where);
}
template <typed_array A, element_type T>
[[nodiscard]] auto ones_like(const A& other, const dtype_option<T>&,
                             std::optional<device> where = std::nullopt) {
  return ones_like<T>(other, where);
}

}  // namespace gpu
