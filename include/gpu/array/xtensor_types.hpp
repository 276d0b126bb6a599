// SPDX-License-Identifier: BSD-3-Clause
// xtensor's names of types, and of functions that make them, so that code written with them
// compiles: `gpu::xtensor<double, 2>`. An array here has any number of axes and is in C order, so
// the rank and the layout of these names are ignored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include <gpu/array/creation.hpp>
#include <gpu/array/layout_type.hpp>
#include <gpu/array/ndarray.hpp>

namespace gpu {

/// The extents of a `xtensor_fixed`.
template <std::size_t... Extents>
struct xshape {};

template <class T, layout_type = layout_type::row_major>
using xarray = ndarray<T>;
template <class T, std::size_t Rank, layout_type = layout_type::row_major>
using xtensor = ndarray<T>;
template <class T, class Shape, layout_type = layout_type::row_major>
using xtensor_fixed = ndarray<T>;

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

/// A list of extents.
template <class T>
using dynamic_shape = std::vector<T>;
/// A list of indices.
using xindex = shape;
template <class>
using xindex_type_t = shape;

/// An array of 0 axes.
template <scalar_like T>
[[nodiscard]] ndarray<T> xscalar(const T& value) {
  return ndarray<T>(value);
}

/// The indices of elements, one after the other, as the rows of a matrix.
/// @shape  (elements, axes)
[[nodiscard]] inline ndarray<std::int64_t> from_indices(const std::vector<xindex>& indices) {
  const std::size_t rank = indices.empty() ? 0 : indices[0].size();
  std::vector<std::int64_t> numbers;
  for (const xindex& index : indices) numbers.insert(numbers.end(), index.begin(), index.end());
  const shape extents = {static_cast<std::ptrdiff_t>(indices.size()),
                         static_cast<std::ptrdiff_t>(rank)};
  return from_host(numbers.data(), extents);
}

}  // namespace gpu
