// SPDX-License-Identifier: BSD-3-Clause
// xtensor's names of types, so that code written with them compiles: `gpu::xtensor<double, 2>`. An
// array here has any number of axes and is in C order, so the rank and the layout of these names
// are ignored.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <gpu/array/ndarray.hpp>

namespace gpu {

/// How elements lie in memory. Always `row_major` here.
enum class layout_type { dynamic = 0x00, any = 0xFF, row_major = 0x01, column_major = 0x02 };

/// The extents of a `xtensor_fixed`.
template <std::size_t... Extents>
struct xshape {};

template <class T, layout_type = layout_type::row_major>
using xarray = ndarray<T>;
template <class T, std::size_t Rank, layout_type = layout_type::row_major>
using xtensor = ndarray<T>;
template <class T, class Shape, layout_type = layout_type::row_major>
using xtensor_fixed = ndarray<T>;

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

}  // namespace gpu
