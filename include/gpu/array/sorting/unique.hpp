// SPDX-License-Identifier: BSD-3-Clause
// The elements of an array without repetitions. How many those are depends on the data: these
// functions sort when they are called, and wait.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

#include <gpu/array/asarray.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/array/ufunc/equal_nan.hpp>
#include <gpu/core/named_results.hpp>

namespace gpu {

/// What `unique` returns beside the values.
struct return_index_option {};
struct return_inverse_option {};
struct return_counts_option {};
/// The index in C order of the first occurrence of each value.
inline constexpr return_index_option return_index{};
/// What `intersect1d` calls it.
inline constexpr return_index_option return_indices{};
/// For each element the index of its value among the values.
inline constexpr return_inverse_option return_inverse{};
/// How often each value occurs.
inline constexpr return_counts_option return_counts{};

namespace detail {

struct unique_call {
  std::optional<std::ptrdiff_t> axis;
  bool index = false;
  bool inverse = false;
  bool counts = false;
  bool equal_nan = true;

  void take(return_index_option) { index = true; }
  void take(return_inverse_option) { inverse = true; }
  void take(return_counts_option) { counts = true; }
  void take(equal_nan_option option) { equal_nan = option.equal; }
};

/// Null where not asked for.
struct unique_leaves {
  graph::leaf_ptr values;
  graph::leaf_ptr index;
  graph::leaf_ptr inverse;
  graph::leaf_ptr counts;
};
[[nodiscard]] unique_leaves unique_of(const graph::node_ptr& a, const unique_call& call);

template <class Option>
concept unique_option =
    std::same_as<Option, return_index_option> || std::same_as<Option, return_inverse_option> ||
    std::same_as<Option, return_counts_option> || std::same_as<Option, equal_nan_option>;

/// A tuple of one array if `Option` is among the options, else of none.
template <class Option, class... Options>
auto asked_array(graph::leaf_ptr& leaf) {
  if constexpr ((std::same_as<Option, Options> || ...))
    return std::tuple(ndarray<std::int64_t>(std::move(leaf)));
  else
    return std::tuple();
}

template <class A, class... Options>
auto unique_result(const graph::node_ptr& a, std::optional<std::ptrdiff_t> axis,
                   const Options&... options) {
  unique_call call{axis};
  (call.take(options), ...);
  unique_leaves found = unique_of(a, call);
  auto all = std::tuple_cat(std::tuple(array_like_of<A>(std::move(found.values))),
                            asked_array<return_index_option, Options...>(found.index),
                            asked_array<return_inverse_option, Options...>(found.inverse),
                            asked_array<return_counts_option, Options...>(found.counts));
  if constexpr (std::tuple_size_v<decltype(all)> == 1)
    return std::get<0>(std::move(all));
  else
    return all;
}

}  // namespace detail

/// The values that occur in an array, ascending as `gpu::sort` has it. `numpy.unique`.
///
/// Options, in any order: `return_index`, `return_inverse`, `return_counts`, `equal_nan(false)`.
/// With one of the first three the result is a std::tuple of the values and, in this order, of what
/// is asked for: `auto [values, counts] = unique(a, return_counts);`. Of elements that are equal,
/// as 0 and -0 are, the first one is the value; nans that are one value may lose sign and payload.
///
/// @shape   (n,); the inverse has the shape of a
/// @dtype   that of a; the others int64
/// @enqueue the call waits for the number of values
template <array_like A, detail::unique_option... Options>
[[nodiscard]] auto unique(const A& a, const Options&... options) {
  return detail::unique_result<A>(a.node(), std::nullopt, options...);
}
/// The parts along an axis without repetitions, in the order of their first elements that differ.
/// nans are never equal then, as in NumPy, unless there is one axis. The parts are sorted by their
/// elements one by one, so parts of many elements take long.
///
/// @shape   that of a, with extent n along the axis; the others have one axis
/// @throws  axis_error
template <array_like A, std::convertible_to<axis_index> Axis, detail::unique_option... Options>
[[nodiscard]] auto unique(const A& a, const Axis& axis, const Options&... options) {
  return detail::unique_result<A>(a.node(), axis_index(axis), options...);
}

/// The same of a vector or a list: `unique({3, 1, 1})`. Options as above.
template <detail::host_range A, class... Options>
[[nodiscard]] auto unique(const A& a, const Options&... options) {
  return unique(asarray(a), options...);
}
template <element_type Number, class... Options>
[[nodiscard]] auto unique(std::initializer_list<Number> a, const Options&... options) {
  return unique(asarray(a), options...);
}

/// What the array API's functions of unique values return, with its names. They can be tied:
/// `std::tie(values, counts) = unique_counts(x)`.
template <class T>
struct unique_all_result {
  ndarray<T> values;
  ndarray<std::int64_t> indices;
  ndarray<std::int64_t> inverse_indices;
  ndarray<std::int64_t> counts;

  operator std::tuple<ndarray<T>&, ndarray<std::int64_t>&, ndarray<std::int64_t>&,
                      ndarray<std::int64_t>&>() {
    return {values, indices, inverse_indices, counts};
  }
  static constexpr auto parts() {
    return std::tuple(&unique_all_result::values, &unique_all_result::indices,
                      &unique_all_result::inverse_indices, &unique_all_result::counts);
  }
};
template <class T>
struct unique_counts_result {
  ndarray<T> values;
  ndarray<std::int64_t> counts;

  operator std::tuple<ndarray<T>&, ndarray<std::int64_t>&>() { return {values, counts}; }
  static constexpr auto parts() {
    return std::tuple(&unique_counts_result::values, &unique_counts_result::counts);
  }
};
template <class T>
struct unique_inverse_result {
  ndarray<T> values;
  ndarray<std::int64_t> inverse_indices;

  operator std::tuple<ndarray<T>&, ndarray<std::int64_t>&>() { return {values, inverse_indices}; }
  static constexpr auto parts() {
    return std::tuple(&unique_inverse_result::values, &unique_inverse_result::inverse_indices);
  }
};

/// `unique` with the indices of first occurrences, the inverse, and counts; each nan is a value of
/// its own. `numpy.unique_all`.
template <typed_array A>
[[nodiscard]] auto unique_all(const A& x) {
  auto [values, indices, inverse, counts] =
      unique(x, return_index, return_inverse, return_counts, equal_nan(false));
  return unique_all_result<typename A::value_type>{std::move(values), std::move(indices),
                                                   std::move(inverse), std::move(counts)};
}
/// The same with counts alone. `numpy.unique_counts`.
template <typed_array A>
[[nodiscard]] auto unique_counts(const A& x) {
  auto [values, counts] = unique(x, return_counts, equal_nan(false));
  return unique_counts_result<typename A::value_type>{std::move(values), std::move(counts)};
}
/// The same with the inverse alone. `numpy.unique_inverse`.
template <typed_array A>
[[nodiscard]] auto unique_inverse(const A& x) {
  auto [values, inverse] = unique(x, return_inverse, equal_nan(false));
  return unique_inverse_result<typename A::value_type>{std::move(values), std::move(inverse)};
}
/// The values alone. `numpy.unique_values`.
template <array_like A>
[[nodiscard]] auto unique_values(const A& x) {
  return unique(x, equal_nan(false));
}

}  // namespace gpu
