// SPDX-License-Identifier: BSD-3-Clause
// What `xp.hsplit` and its like find in the module of an array library: arrays with other axes, in
// parts, and put together.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <vector>

#include <gpu/array/diag.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/grids.hpp>
#include <gpu/array/indexing/strided_view.hpp>
#include <gpu/array/indexing/xtensor_indices.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/manipulation/atleast.hpp>
#include <gpu/array/manipulation/broadcasting.hpp>
#include <gpu/array/manipulation/inserting.hpp>
#include <gpu/array/manipulation/joining.hpp>
#include <gpu/array/manipulation/packbits.hpp>
#include <gpu/array/manipulation/padding.hpp>
#include <gpu/array/manipulation/rearranging.hpp>
#include <gpu/array/manipulation/splitting.hpp>
#include <gpu/array/manipulation/tiling.hpp>
#include <gpu/core/strict_integer.hpp>
#include <gpu/interop/whole_array_members.hpp>

namespace gpu {

/// Each is this library's function of that name, as in `whole_array_members`. Parts and views are
/// values here: what is written to them is not written to the array.
template <class Home>
struct arrangement_members {
  /// Computed now, unless it has been already.
  template <class A>
  [[nodiscard]] static auto eval(const A& a) {
    if constexpr (typed_array<A>)
      return gpu::eval(a);
    else
      return Home::kept(a);
  }
  template <element_type T, class A>
  [[nodiscard]] static auto cast(const A& a) {
    return Home::settled(gpu::astype<T>(Home::taken(a)));
  }

  template <class A>
  [[nodiscard]] static auto broadcast(const A& a, const shape& extents) {
    return Home::settled(gpu::broadcast(Home::taken(a), extents));
  }
  template <class A>
  [[nodiscard]] static auto reshape_view(const A& a, const shape& extents) {
    return Home::settled(gpu::reshape(Home::taken(a), extents));
  }
  template <class A>
  [[nodiscard]] static auto flatten(const A& a) {
    return Home::settled(gpu::ravel(Home::taken(a)));
  }
  template <layout_type Order, class A>
  [[nodiscard]] static auto flatten(const A& a) {
    return Home::settled(gpu::ravel<Order>(Home::taken(a)));
  }
  template <class... A>
  [[nodiscard]] static auto atleast_1d(const A&... arrays) {
    return Home::settled(gpu::atleast_1d(Home::taken(arrays)...));
  }
  template <class... A>
  [[nodiscard]] static auto atleast_2d(const A&... arrays) {
    return Home::settled(gpu::atleast_2d(Home::taken(arrays)...));
  }
  template <class... A>
  [[nodiscard]] static auto atleast_3d(const A&... arrays) {
    return Home::settled(gpu::atleast_3d(Home::taken(arrays)...));
  }
  template <std::size_t N, class A>
  [[nodiscard]] static auto atleast_Nd(const A& a) {
    return Home::settled(gpu::atleast_Nd<N>(Home::taken(a)));
  }
  template <class A>
  [[nodiscard]] static auto rot90(const A& m, strict_integer k = 1,
                                  const detail::axes_list& axes = {0, 1}) {
    return Home::settled(gpu::rot90(Home::taken(m), k, axes));
  }
  template <std::ptrdiff_t K, class A>
  [[nodiscard]] static auto rot90(const A& m, const detail::axes_list& axes = {0, 1}) {
    return rot90(m, K, axes);
  }
  template <class... Arguments>
  [[nodiscard]] static auto fliplr(const Arguments&... arguments) {
    return Home::settled(gpu::fliplr(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto flipud(const Arguments&... arguments) {
    return Home::settled(gpu::flipud(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto diag(const Arguments&... arguments) {
    return Home::settled(gpu::diag(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto diagonal(const Arguments&... arguments) {
    return Home::settled(gpu::diagonal(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto trim_zeros(const Arguments&... arguments) {
    return Home::settled(gpu::trim_zeros(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto meshgrid(const Arguments&... arguments) {
    return Home::settled(gpu::meshgrid(Home::taken(arguments)...));
  }

  template <class... Arguments>
  [[nodiscard]] static auto diagflat(const Arguments&... arguments) {
    return Home::settled(gpu::diagflat(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto rollaxis(const Arguments&... arguments) {
    return Home::settled(gpu::rollaxis(Home::taken(arguments)...));
  }
  template <class A>
  [[nodiscard]] static auto matrix_transpose(const A& x) {
    return Home::settled(gpu::matrix_transpose(Home::taken(x)));
  }
  template <class A>
  [[nodiscard]] static auto permute_dims(const A& a, const detail::axes_list& axes) {
    return Home::settled(gpu::permute_dims(Home::taken(a), axes));
  }
  template <class A>
  [[nodiscard]] static auto resize(const A& a, const shape& extents) {
    return Home::settled(gpu::resize(Home::taken(a), extents));
  }
  /// `const auto [x, y] = xp.broadcast_arrays(a, b)`.
  template <class... Arguments>
  [[nodiscard]] static auto broadcast_arrays(const Arguments&... arguments) {
    return Home::settled(gpu::broadcast_arrays(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto packbits(const Arguments&... arguments) {
    return Home::settled(gpu::packbits(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto unpackbits(const Arguments&... arguments) {
    return Home::settled(gpu::unpackbits(Home::taken(arguments)...));
  }

  template <class A>
  [[nodiscard]] static auto split(const A& a, const split_points& at, axis_index axis = 0) {
    return Home::settled(gpu::split(Home::taken(a), at, axis));
  }
  template <class A>
  [[nodiscard]] static auto hsplit(const A& a, const split_points& at) {
    return Home::settled(gpu::hsplit(Home::taken(a), at));
  }
  template <class A>
  [[nodiscard]] static auto vsplit(const A& a, const split_points& at) {
    return Home::settled(gpu::vsplit(Home::taken(a), at));
  }
  template <class A>
  [[nodiscard]] static auto dsplit(const A& a, const split_points& at) {
    return Home::settled(gpu::dsplit(Home::taken(a), at));
  }
  template <class A>
  [[nodiscard]] static auto array_split(const A& a, const split_points& at, axis_index axis = 0) {
    return Home::settled(gpu::array_split(Home::taken(a), at, axis));
  }
  template <class A>
  [[nodiscard]] static auto unstack(const A& a, axis_index axis = 0) {
    return Home::settled(gpu::unstack(Home::taken(a), axis));
  }
  template <class S>
  [[nodiscard]] static auto hstack(const S& arrays) {
    return Home::settled(gpu::hstack(Home::taken(arrays)));
  }
  template <class A>
  [[nodiscard]] static auto hstack(std::initializer_list<A> arrays) {
    return Home::settled(gpu::hstack(detail::taken_arrays<Home>(arrays)));
  }
  template <class S>
  [[nodiscard]] static auto vstack(const S& arrays) {
    return Home::settled(gpu::vstack(Home::taken(arrays)));
  }
  template <class A>
  [[nodiscard]] static auto vstack(std::initializer_list<A> arrays) {
    return Home::settled(gpu::vstack(detail::taken_arrays<Home>(arrays)));
  }
  template <class S>
  [[nodiscard]] static auto column_stack(const S& arrays) {
    return Home::settled(gpu::column_stack(Home::taken(arrays)));
  }
  template <class A>
  [[nodiscard]] static auto column_stack(std::initializer_list<A> arrays) {
    return Home::settled(gpu::column_stack(detail::taken_arrays<Home>(arrays)));
  }
  template <class S>
  [[nodiscard]] static auto dstack(const S& arrays) {
    return Home::settled(gpu::dstack(Home::taken(arrays)));
  }
  template <class A>
  [[nodiscard]] static auto dstack(std::initializer_list<A> arrays) {
    return Home::settled(gpu::dstack(detail::taken_arrays<Home>(arrays)));
  }
  template <class A, class V>
  [[nodiscard]] static auto insert(const A& a, const axis_places& places, const V& values,
                                   optional_axis_index axis = std::nullopt) {
    return Home::settled(gpu::insert(Home::taken(a), places, Home::taken(values), axis));
  }
  template <class A, scalar_like Number>
  [[nodiscard]] static auto insert(const A& a, const axis_places& places,
                                   std::initializer_list<Number> values,
                                   optional_axis_index axis = std::nullopt) {
    return Home::settled(gpu::insert(Home::taken(a), places, values, axis));
  }
  /// `numpy.delete`.
  template <class A>
  [[nodiscard]] static auto delete_(const A& a, const axis_places& places,
                                    optional_axis_index axis = std::nullopt) {
    return Home::settled(gpu::delete_(Home::taken(a), places, axis));
  }
  template <class S>
  [[nodiscard]] static auto concat(const S& arrays, optional_axis_index axis = 0) {
    return Home::settled(gpu::concat(Home::taken(arrays), axis));
  }
  template <class A>
  [[nodiscard]] static auto concat(std::initializer_list<A> arrays, optional_axis_index axis = 0) {
    return concat(detail::taken_arrays<Home>(arrays), axis);
  }
  /// `xp.block({{a, b}, {c, d}})`
  template <class A>
  [[nodiscard]] static auto block(std::initializer_list<std::initializer_list<A>> rows) {
    std::vector<decltype(detail::taken_arrays<Home>(*rows.begin()))> taken;
    for (const auto& row : rows) taken.push_back(detail::taken_arrays<Home>(row));
    return Home::settled(gpu::block(taken));
  }
  template <class... Arguments>
  [[nodiscard]] static auto append(const Arguments&... arguments) {
    return Home::settled(gpu::append(Home::taken(arguments)...));
  }
};

}  // namespace gpu
