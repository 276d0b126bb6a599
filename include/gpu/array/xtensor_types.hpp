// SPDX-License-Identifier: BSD-3-Clause
// xtensor's names of types, so that code written with them compiles: `gpu::xtensor<double, 2>`. An
// array here has any number of axes and is in C order, so the rank and the layout of these names
// are ignored; the shape of `xtensor_fixed` is the one that it begins with.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/array/layout_type.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/core/broadcast.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/shape.hpp>

namespace gpu {

/// The extents of a `xtensor_fixed`; a shape where one is wanted: `zeros<float>(xshape<2, 3>())`.
template <std::size_t... Extents>
struct xshape {
  operator shape() const { return {static_cast<std::ptrdiff_t>(Extents)...}; }
};

template <class T, layout_type = layout_type::row_major>
using xarray = ndarray<T>;
template <class T, std::size_t Rank, layout_type = layout_type::row_major>
using xtensor = ndarray<T>;

/// An array that has this shape when nothing else is said, its elements not initialised.
/// @tparam Shape  an `xshape`
template <class T, class Shape, layout_type = layout_type::row_major>
class xtensor_fixed : public ndarray<T> {
 public:
  using ndarray<T>::ndarray;

  xtensor_fixed() : ndarray<T>(shape(Shape())) {}
  xtensor_fixed(ndarray<T> value) noexcept : ndarray<T>(std::move(value)) {}
  template <class A>
  requires(!std::same_as<std::remove_cvref_t<A>, xtensor_fixed> &&
           std::is_assignable_v<ndarray<T>&, A>) xtensor_fixed&
  operator=(A&& value) & {
    ndarray<T>::operator=(std::forward<A>(value));
    return *this;
  }
};

/// xtensor's constants.
template <class T = double>
struct numeric_constants {
  static constexpr T PI = std::numbers::pi_v<T>;
  static constexpr T PI_2 = std::numbers::pi_v<T> / 2;
  static constexpr T PI_4 = std::numbers::pi_v<T> / 4;
  static constexpr T D_1_PI = std::numbers::inv_pi_v<T>;
  static constexpr T D_2_PI = 2 * std::numbers::inv_pi_v<T>;
  static constexpr T D_2_SQRTPI = 2 * std::numbers::inv_sqrtpi_v<T>;
  static constexpr T SQRT2 = std::numbers::sqrt2_v<T>;
  static constexpr T SQRT1_2 = std::numbers::sqrt2_v<T> / 2;
  static constexpr T E = std::numbers::e_v<T>;
  static constexpr T LOG2E = std::numbers::log2e_v<T>;
  static constexpr T LOG10E = std::numbers::log10e_v<T>;
  static constexpr T LN2 = std::numbers::ln2_v<T>;
  static constexpr T LN10 = std::numbers::ln10_v<T>;
};

namespace detail {
[[nodiscard]] constexpr dtype widest_of(dtype type) noexcept {
  switch (traits(type).kind) {
    case dtype_kind::floating:
      return dtype::float64;
    case dtype_kind::complex:
      return dtype::complex128;
    default:
      return traits(type).is_signed || type == dtype::bool_ ? dtype::int64 : dtype::uint64;
  }
}
}  // namespace detail

/// The widest type of the kind of an array's elements: `sum<big_promote_value_type_t<A>>(a)`.
template <typed_array A>
using big_promote_value_type_t =
    element_t<detail::widest_of(dtype_of<typename std::remove_cvref_t<A>::value_type>)>;

/// A list of extents.
template <class T>
using dynamic_shape = std::vector<T>;
template <class T, std::size_t Rank>
using static_shape = std::array<T, Rank>;
/// A list of indices.
using xindex = shape;
template <class>
using xindex_type_t = shape;

/// What is thrown where shapes do not broadcast.
using broadcast_error = shape_error;

/// Whether two lists of extents are equal: `same_shape(a.shape(), b.shape())`.
[[nodiscard]] inline bool same_shape(const shape& a, const shape& b) noexcept {
  return a == b;
}
/// Whether an array of shape `from` can be read as one of shape `to`.
[[nodiscard]] inline bool broadcastable(const shape& from, const shape& to) noexcept {
  return broadcasts_to(from, to);
}
/// How many elements an array of this shape has.
/// @throws value_error  if an extent is negative or the product overflows
[[nodiscard]] inline std::size_t compute_size(const shape& extents) {
  return static_cast<std::size_t>(element_count(extents));
}

/// `normalize_axis_index(axis, rank)` with the arguments in xtensor's order: `axis`, counted from
/// the end if negative, as an index into a shape of `rank` axes.
/// @throws axis_error
[[nodiscard]] inline std::size_t normalize_axis(std::size_t rank, std::ptrdiff_t axis) {
  return normalize_axis_index(axis, rank);
}
/// The same of several axes.
[[nodiscard]] inline std::vector<std::size_t> normalize_axis(std::size_t rank, const shape& axes) {
  std::vector<std::size_t> result;
  for (const std::ptrdiff_t axis : axes) result.push_back(normalize_axis_index(axis, rank));
  return result;
}
/// The same of axes of an array.
template <array_like A>
[[nodiscard]] std::vector<std::size_t> normalize_axis(const A& a, const shape& axes) {
  return normalize_axis(a.dimension(), axes);
}

/// An array of 0 axes, which holds a number.
template <scalar_like T>
class xscalar : public ndarray<T> {
 public:
  xscalar(const T& value = T()) : ndarray<T>(value) {}
};

/// Whether the extents of an array, an expression or a view are these, or those of another one.
template <array_like A>
[[nodiscard]] bool has_shape(const A& a, const shape& extents) {
  return a.shape() == extents;
}
template <array_like A, array_like B>
[[nodiscard]] bool has_shape(const A& a, const B& b) {
  return a.shape() == b.shape();
}

}  // namespace gpu
