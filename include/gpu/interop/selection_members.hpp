// SPDX-License-Identifier: BSD-3-Clause
// What `xp.view`, `xp.argwhere` and their like find in the module of an array library: elements by
// their places and by their values.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <vector>

#include <gpu/array/indexing/dynamic_view.hpp>
#include <gpu/array/indexing/index_arrays.hpp>
#include <gpu/array/indexing/index_view.hpp>
#include <gpu/array/indexing/put.hpp>
#include <gpu/array/indexing/selection.hpp>
#include <gpu/array/indexing/strided_view.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/indexing/xtensor_indices.hpp>
#include <gpu/array/sorting/search.hpp>
#include <gpu/array/sorting/sets.hpp>
#include <gpu/array/sorting/sort.hpp>
#include <gpu/array/sorting/unique.hpp>
#include <gpu/core/strict_integer.hpp>
#include <gpu/interop/whole_array_members.hpp>

namespace gpu {

/// Each is this library's function of that name, as in `whole_array_members`. Views are values
/// here: what is written to them is not written to the array.
template <class Home>
struct selection_members {
  template <class A, class... Slices>
  [[nodiscard]] static auto view(const A& a, const Slices&... slices) {
    return Home::settled(gpu::view(Home::taken(a), Home::taken(slices)...));
  }
  template <class A>
  [[nodiscard]] static auto strided_view(const A& a, const xstrided_slice_vector& slices) {
    return Home::settled(gpu::strided_view(Home::taken(a), slices));
  }
  template <class A>
  [[nodiscard]] static auto dynamic_view(const A& a, const xdynamic_slice_vector& slices) {
    return Home::settled(gpu::dynamic_view(Home::taken(a), slices));
  }
  template <class A>
  [[nodiscard]] static auto row(const A& a, strict_integer index) {
    return Home::settled(gpu::row(Home::taken(a), index));
  }
  template <class A>
  [[nodiscard]] static auto col(const A& a, strict_integer index) {
    return Home::settled(gpu::col(Home::taken(a), index));
  }
  template <class A, class M>
  [[nodiscard]] static auto filter(const A& a, const M& mask) {
    return Home::settled(gpu::filter(Home::taken(a), Home::taken(mask)));
  }
  template <class A>
  [[nodiscard]] static auto index_view(const A& a, const std::vector<shape>& indices) {
    return Home::settled(gpu::index_view(Home::taken(a), indices));
  }
  template <class A, class I>
  [[nodiscard]] static auto index_view(const A& a, const I& indices) {
    return Home::settled(gpu::index_view(Home::taken(a), Home::taken(indices)));
  }

  /// For each element that of the first choice whose condition holds: `xp.select({x < 0, x > 1},
  /// gpu::xtuple(-x, x * x), 5)`. Choices of one C++ type may be in braces as well.
  template <class Choices, class Default = int>
  [[nodiscard]] static auto select(const detail::taken_list<Home>& conditions,
                                   const Choices& choices, const Default& otherwise = 0) {
    return Home::settled(
        gpu::select(conditions.arrays(), Home::taken(choices), Home::taken(otherwise)));
  }
  template <class A, class Default = int>
  [[nodiscard]] static auto select(const detail::taken_list<Home>& conditions,
                                   std::initializer_list<A> choices, const Default& otherwise = 0) {
    return select(conditions, detail::taken_arrays<Home>(choices), otherwise);
  }
  template <class I, class Choices, class... Mode>
  [[nodiscard]] static auto choose(const I& which, const Choices& choices, const Mode&... mode) {
    return Home::settled(gpu::choose(Home::taken(which), Home::taken(choices), mode...));
  }
  template <class I, class A, class... Mode>
  [[nodiscard]] static auto choose(const I& which, std::initializer_list<A> choices,
                                   const Mode&... mode) {
    return choose(which, detail::taken_arrays<Home>(choices), mode...);
  }
  template <class... Arguments>
  [[nodiscard]] static auto compress(const Arguments&... arguments) {
    return Home::settled(gpu::compress(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto extract(const Arguments&... arguments) {
    return Home::settled(gpu::extract(Home::taken(arguments)...));
  }

  template <class A>
  [[nodiscard]] static auto argwhere(const A& a) {
    return Home::settled(gpu::argwhere(Home::taken(a)));
  }
  template <class A>
  [[nodiscard]] static auto nonzero(const A& a) {
    return Home::settled(gpu::nonzero(Home::taken(a)));
  }
  template <class I>
  [[nodiscard]] static auto from_indices(const I& indices) {
    return Home::settled(gpu::from_indices(Home::taken(indices)));
  }
  template <class I>
  [[nodiscard]] static auto flatten_indices(const I& indices) {
    return Home::settled(gpu::flatten_indices(Home::taken(indices)));
  }
  template <class Tag = ravel_tensor_tag, class I, class... Order>
  [[nodiscard]] static auto ravel_indices(const I& indices, const shape& extents,
                                          const Order&... order) {
    return Home::settled(gpu::ravel_indices<Tag>(Home::taken(indices), extents, order...));
  }
  template <class S, class... Arguments>
  [[nodiscard]] static auto ravel_multi_index(const S& indices, const shape& extents,
                                              const Arguments&... arguments) {
    return Home::settled(gpu::ravel_multi_index(Home::taken(indices), extents, arguments...));
  }
  template <class I>
  [[nodiscard]] static auto unravel_index(const I& positions, const shape& extents,
                                          option_name order = "C") {
    return Home::settled(gpu::unravel_index(Home::taken(positions), extents, order));
  }
  template <class I>
  [[nodiscard]] static auto unravel_indices(const I& positions, const shape& extents) {
    return Home::settled(gpu::unravel_indices(Home::taken(positions), extents));
  }

  template <class A>
  [[nodiscard]] static auto partition(const A& a, const detail::index_argument& kth,
                                      optional_axis_index axis = -1) {
    return Home::settled(gpu::partition(Home::taken(a), kth, axis));
  }
  template <class A>
  [[nodiscard]] static auto argpartition(const A& a, const detail::index_argument& kth,
                                         optional_axis_index axis = -1) {
    return Home::settled(gpu::argpartition(Home::taken(a), kth, axis));
  }

  /// `xp.lexsort({names, years})`: by the last key first.
  [[nodiscard]] static auto lexsort(const detail::taken_list<Home>& keys, axis_index axis = -1) {
    return Home::settled(gpu::lexsort(keys.arrays(), axis));
  }
  template <class A>
  [[nodiscard]] static auto sort_complex(const A& a) {
    return Home::settled(gpu::sort_complex(Home::taken(a)));
  }

  template <class... Arguments>
  [[nodiscard]] static auto unique(const Arguments&... arguments) {
    return Home::settled(gpu::unique(Home::taken(arguments)...));
  }
  /// `const auto [values, counts] = xp.unique_counts(x)`.
  template <class... Arguments>
  [[nodiscard]] static auto unique_all(const Arguments&... arguments) {
    return Home::settled(gpu::unique_all(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto unique_counts(const Arguments&... arguments) {
    return Home::settled(gpu::unique_counts(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto unique_inverse(const Arguments&... arguments) {
    return Home::settled(gpu::unique_inverse(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto unique_values(const Arguments&... arguments) {
    return Home::settled(gpu::unique_values(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto union1d(const Arguments&... arguments) {
    return Home::settled(gpu::union1d(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto intersect1d(const Arguments&... arguments) {
    return Home::settled(gpu::intersect1d(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto setxor1d(const Arguments&... arguments) {
    return Home::settled(gpu::setxor1d(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto setdiff1d(const Arguments&... arguments) {
    return Home::settled(gpu::setdiff1d(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto isin(const Arguments&... arguments) {
    return Home::settled(gpu::isin(Home::taken(arguments)...));
  }
  template <class A, element_type Number>
  [[nodiscard]] static auto isin(const A& element, std::initializer_list<Number> test_elements) {
    return Home::settled(gpu::isin(Home::taken(element), test_elements));
  }
  template <class... Arguments>
  [[nodiscard]] static auto in1d(const Arguments&... arguments) {
    return Home::settled(gpu::in1d(Home::taken(arguments)...));
  }
};

}  // namespace gpu
