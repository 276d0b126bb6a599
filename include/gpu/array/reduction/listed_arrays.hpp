// SPDX-License-Identifier: BSD-3-Clause
// Reductions and scans of several arrays, which NumPy makes one of: `sum({a, b}, 0)`, `max({1,
// 5})`.
#pragma once

#include <initializer_list>
#include <utility>

#include <gpu/array/asarray.hpp>
#include <gpu/array/manipulation/joining.hpp>
#include <gpu/array/ufunc/folds.hpp>
#include <gpu/reductions.hpp>

namespace gpu {

namespace detail {

/// Arrays of one shape are stacked along a new first axis, at once.
template <class List>
struct array_of_list {
  [[nodiscard]] static auto of(const List& arrays) { return stack(arrays); }
};
/// Numbers make an array on the current device.
template <element_type Number>
struct array_of_list<std::initializer_list<Number>> {
  [[nodiscard]] static auto of(std::initializer_list<Number> list) { return asarray(list); }
};

}  // namespace detail

/// Each is the function of that name of what `stack` makes of a list of arrays, or `asarray` of a
/// list of numbers: with axes, as `sum({a, b}, 0)`, and options. Arrays of several C++ types give
/// an `any_expression`.
/// @throws value_error  "all input arrays must have the same shape"
#define GPU_TAKES_LISTS(name)                                                                      \
  template <class T = void, detail::listed_element E, option_beside_axes... Options>               \
  decltype(auto) name(std::initializer_list<E> list, const reduction_axes& axes,                   \
                      Options&&... options) {                                                      \
    return name<T>(detail::array_of_list<std::initializer_list<E>>::of(list), axes,                \
                   std::forward<Options>(options)...);                                             \
  }                                                                                                \
  template <class T = void, detail::listed_element E, reduction_option... Options>                 \
  decltype(auto) name(std::initializer_list<E> list, Options&&... options) {                       \
    return name<T>(detail::array_of_list<std::initializer_list<E>>::of(list),                      \
                   std::forward<Options>(options)...);                                             \
  }                                                                                                \
  template <class T = void, option_beside_axes... Options>                                         \
  decltype(auto) name(detail::array_list list, const reduction_axes& axes, Options&&... options) { \
    return name<T>(detail::stacked_list(list), axes, std::forward<Options>(options)...);           \
  }                                                                                                \
  template <class T = void, reduction_option... Options>                                           \
  decltype(auto) name(detail::array_list list, Options&&... options) {                             \
    return name<T>(detail::stacked_list(list), std::forward<Options>(options)...);                 \
  }

GPU_TAKES_LISTS(all)
GPU_TAKES_LISTS(any)
GPU_TAKES_LISTS(argmax)
GPU_TAKES_LISTS(argmin)
GPU_TAKES_LISTS(amax)
GPU_TAKES_LISTS(amin)
GPU_TAKES_LISTS(count_nonzero)
GPU_TAKES_LISTS(cumprod)
GPU_TAKES_LISTS(cumsum)
GPU_TAKES_LISTS(max)
GPU_TAKES_LISTS(mean)
GPU_TAKES_LISTS(min)
GPU_TAKES_LISTS(nancumprod)
GPU_TAKES_LISTS(nancumsum)
GPU_TAKES_LISTS(nanargmax)
GPU_TAKES_LISTS(nanargmin)
GPU_TAKES_LISTS(nanmax)
GPU_TAKES_LISTS(nanmean)
GPU_TAKES_LISTS(nanmin)
GPU_TAKES_LISTS(nanprod)
GPU_TAKES_LISTS(nanstd)
GPU_TAKES_LISTS(nansum)
GPU_TAKES_LISTS(nanvar)
GPU_TAKES_LISTS(prod)
GPU_TAKES_LISTS(ptp)
GPU_TAKES_LISTS(std)
GPU_TAKES_LISTS(sum)
GPU_TAKES_LISTS(var)

#undef GPU_TAKES_LISTS

}  // namespace gpu
