// SPDX-License-Identifier: BSD-3-Clause
// Functions of two arrays that are also functions of lists: `union1d(a, {1, 2})`.
#pragma once

#include <initializer_list>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/list_argument.hpp>

/// Each is the function of that name of lists of numbers, which are arrays of their C++ type:
/// `union1d(a, {1, 2})`. Numbers of several types are bool, int64, float64 or complex128, as in
/// NumPy, and give an `any_expression`.
#define GPU_TAKES_TWO_LISTS(name)                                                                  \
  template <detail::array_or_vector A, element_type N, class... Options>                           \
  [[nodiscard]] auto name(const A& ar1, std::initializer_list<N> ar2, const Options&... options) { \
    return name<A, std::initializer_list<N>>(ar1, ar2, options...);                                \
  }                                                                                                \
  template <element_type N, detail::array_or_vector B, class... Options>                           \
  [[nodiscard]] auto name(std::initializer_list<N> ar1, const B& ar2, const Options&... options) { \
    return name<std::initializer_list<N>, B>(ar1, ar2, options...);                                \
  }                                                                                                \
  template <element_type N, element_type M, class... Options>                                      \
  [[nodiscard]] auto name(std::initializer_list<N> ar1, std::initializer_list<M> ar2,              \
                          const Options&... options) {                                             \
    return name<std::initializer_list<N>, std::initializer_list<M>>(ar1, ar2, options...);         \
  }                                                                                                \
  template <detail::array_or_vector A, class... Options>                                           \
  [[nodiscard]] auto name(const A& ar1, const detail::list_argument& ar2,                          \
                          const Options&... options) {                                             \
    return name(ar1, ar2.on(detail::device_of_arguments(ar1)), options...);                        \
  }                                                                                                \
  template <detail::array_or_vector B, class... Options>                                           \
  [[nodiscard]] auto name(const detail::list_argument& ar1, const B& ar2,                          \
                          const Options&... options) {                                             \
    return name(ar1.on(detail::device_of_arguments(ar2)), ar2, options...);                        \
  }                                                                                                \
  template <class... Options>                                                                      \
  [[nodiscard]] auto name(const detail::list_argument& ar1, const detail::list_argument& ar2,      \
                          const Options&... options) {                                             \
    return name(ar1.on(current_device()), ar2.on(current_device()), options...);                   \
  }
