// SPDX-License-Identifier: BSD-3-Clause
// Arrays as sets of their elements; they may be lists, `union1d(a, {1, 2})`. Results but
// those of `isin` have as many elements as the data says: these functions sort when they are
// called, and wait. nans are not elements of a set, as they are equal to nothing.
#pragma once

#include <initializer_list>
#include <tuple>
#include <type_traits>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/indexing/selection.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/list_argument.hpp>
#include <gpu/array/manipulation/inserting.hpp>
#include <gpu/array/sorting/search.hpp>
#include <gpu/array/sorting/sort.hpp>
#include <gpu/array/sorting/unique.hpp>
#include <gpu/array/two_lists.hpp>
#include <gpu/core/strict_bool.hpp>

namespace gpu {

namespace detail {

[[nodiscard]] graph::node_ptr found_in(const graph::node_ptr& elements,
                                       const graph::node_ptr& tests, bool invert);
/// The elements of both, in C order, converted to `type`: computed now.
[[nodiscard]] graph::node_ptr elements_of_both(const graph::node_ptr& a, const graph::node_ptr& b,
                                               dtype type);

/// What the elements of both promote to; void if that is known at run time only.
template <array_like A, array_like B>
struct common_element : std::type_identity<void> {};
template <typed_array A, typed_array B>
struct common_element<A, B>
    : std::type_identity<element_t<promote_types(dtype_of<typename A::value_type>,
                                                 dtype_of<typename B::value_type>)>> {};

/// The elements of both arrays.
template <array_like A, array_like B>
[[nodiscard]] auto elements_of(const A& a, const B& b) {
  return expression_of_node<typename common_element<A, B>::type>(
      elements_of_both(a.node(), b.node(), promote_types(a.dtype(), b.dtype())));
}
/// The elements, in C order, that `set` has or, if `invert`, has not.
template <array_like A, array_like B>
[[nodiscard]] auto elements_found(const A& a, const B& set, bool invert) {
  return extract(expression<bool>(found_in(a.node(), set.node(), invert)), a);
}
/// The elements in C order, and unless they are so already, without repetitions.
template <array_like A>
[[nodiscard]] auto as_set(const A& a, bool assume_unique) {
  using set = array_or_any<typename element_of_array<A>::type>;
  return assume_unique ? set(ravel(a)) : set(unique(a));
}
/// `value` in the dtype that the elements of `a` and of `b` promote to.
template <array_like A, array_like B, array_like Value>
[[nodiscard]] auto in_common_type(const Value& value, const A& a, const B& b) {
  return expression_of_node<typename common_element<A, B>::type>(
      graph::make_cast(value.node(), promote_types(a.dtype(), b.dtype())));
}

/// Calls `function` with both as arrays, on the device of the first that is one.
template <class A, class B, class Function>
[[nodiscard]] auto of_sets(const A& a, const B& b, const Function& function) {
  const device where = device_of_arguments(a, b);
  return function(as_array(a, where), as_array(b, where));
}

}  // namespace detail

/// For each element whether it is among the test elements, or with `invert` whether it is not.
/// Nothing is computed when this is called. `numpy.isin`.
///
/// @param test_elements  an array, a vector, a list or a number
/// @param assume_unique  for NumPy's signature; the result is the same
/// @shape  that of `element`
/// @dtype  bool; elements are compared in the promoted dtype, uint64 and signed integers exactly
/// @throws device_mismatch
template <detail::array_or_vector A, detail::array_argument B>
[[nodiscard]] auto isin(const A& element, const B& test_elements,
                        [[maybe_unused]] strict_bool assume_unique = false,
                        strict_bool invert = false) {
  return detail::of_sets(element, test_elements, [&](const auto& elements, const auto& tests) {
    return expression<bool>(detail::found_in(elements.node(), tests.node(), invert));
  });
}
/// The same of the elements in C order. NumPy had it until 2.3; xtensor has it.
template <detail::array_or_vector A, detail::array_argument B>
[[nodiscard]] auto in1d(const A& ar1, const B& ar2, strict_bool assume_unique = false,
                        strict_bool invert = false) {
  return detail::of_sets(ar1, ar2, [&](const auto& a, const auto& tests) {
    return isin(ravel(a), tests, assume_unique, invert);
  });
}

/// The values that occur in one of the arrays, ascending; nans are one. `numpy.union1d`.
/// @param ar1, ar2  arrays, vectors or lists, also below
/// @shape (n,)
/// @dtype the promoted one; an `any_expression` where that is known at run time, also below
template <detail::array_or_vector A, detail::array_or_vector B>
[[nodiscard]] auto union1d(const A& ar1, const B& ar2) {
  return detail::of_sets(
      ar1, ar2, [](const auto& a, const auto& b) { return unique(detail::elements_of(a, b)); });
}

/// With a number, which takes the dtype that it takes beside the array in a sum.
template <array_like A, detail::number_or_element Number>
[[nodiscard]] auto union1d(const A& ar1, const Number& number) {
  return unique(append(ar1, number));
}
template <detail::number_or_element Number, array_like B>
[[nodiscard]] auto union1d(const Number& number, const B& ar2) {
  return union1d(ar2, number);
}

/// The values that occur in both arrays, ascending. `numpy.intersect1d`.
/// @param assume_unique  no value occurs twice in one of the arrays, which is not checked
/// @shape (n,)
/// @dtype the promoted one
template <detail::array_or_vector A, detail::array_or_vector B>
[[nodiscard]] auto intersect1d(const A& ar1, const B& ar2, strict_bool assume_unique = false) {
  return detail::of_sets(ar1, ar2, [&](const auto& a, const auto& b) {
    const auto set = detail::in_common_type(detail::as_set(a, assume_unique), a, b);
    return asarray(sort(detail::elements_found(set, detail::in_common_type(b, a, b), false)));
  });
}
/// The same, and the indices in C order of the first occurrence of each value in each of the
/// arrays: `auto [values, first, second] = intersect1d(a, b, return_indices);`. NumPy's
/// `return_indices=True`.
template <detail::array_or_vector A, detail::array_or_vector B>
[[nodiscard]] auto intersect1d(const A& ar1, const B& ar2, return_index_option) {
  return detail::of_sets(ar1, ar2, [](const auto& a, const auto& b) {
    const auto [values1, index1] = unique(a, return_index);
    const auto [values2, index2] = unique(b, return_index);
    const auto elements1 = detail::in_common_type(values1, a, b);
    const ndarray<bool> is_common = isin(elements1, detail::in_common_type(values2, a, b));
    const auto values = asarray(extract(is_common, elements1));
    const auto places = searchsorted(values2, values);
    return std::tuple(values, extract(is_common, index1),
                      ndarray<std::int64_t>(take(index2, places)));
  });
}
/// @param assume_unique  for NumPy's signature; the result is the same
template <detail::array_or_vector A, detail::array_or_vector B>
[[nodiscard]] auto intersect1d(const A& ar1, const B& ar2,
                               [[maybe_unused]] strict_bool assume_unique,
                               return_index_option indices) {
  return intersect1d<A, B>(ar1, ar2, indices);
}
template <detail::array_or_vector A, detail::array_or_vector B>
[[nodiscard]] auto intersect1d(const A& ar1, const B& ar2, return_index_option indices,
                               [[maybe_unused]] strict_bool assume_unique) {
  return intersect1d<A, B>(ar1, ar2, indices);
}

/// The values that occur in one of the arrays and not in the other, ascending. `numpy.setxor1d`.
/// @param assume_unique  as `intersect1d`
/// @shape (n,)
/// @dtype the promoted one
template <detail::array_or_vector A, detail::array_or_vector B>
[[nodiscard]] auto setxor1d(const A& ar1, const B& ar2, strict_bool assume_unique = false) {
  return detail::of_sets(ar1, ar2, [&](const auto& a, const auto& b) {
    const auto set1 = detail::in_common_type(detail::as_set(a, assume_unique), a, b);
    const auto set2 = detail::in_common_type(detail::as_set(b, assume_unique), a, b);
    return asarray(sort(detail::elements_of(detail::elements_found(set1, set2, true),
                                            detail::elements_found(set2, set1, true))));
  });
}

/// The values that occur in the first array and not in the second one, ascending.
/// `numpy.setdiff1d`.
/// @param assume_unique  the elements of ar1 are taken as they are, in their order
/// @shape (n,)
/// @dtype that of ar1
template <detail::array_or_vector A, detail::array_or_vector B>
[[nodiscard]] auto setdiff1d(const A& ar1, const B& ar2, strict_bool assume_unique = false) {
  return detail::of_sets(ar1, ar2, [&](const auto& a, const auto& b) {
    return detail::elements_found(detail::as_set(a, assume_unique), b, true);
  });
}

GPU_TAKES_TWO_LISTS(isin)
GPU_TAKES_TWO_LISTS(in1d)
GPU_TAKES_TWO_LISTS(union1d)
GPU_TAKES_TWO_LISTS(intersect1d)
GPU_TAKES_TWO_LISTS(setxor1d)
GPU_TAKES_TWO_LISTS(setdiff1d)

}  // namespace gpu
