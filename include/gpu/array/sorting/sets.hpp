// SPDX-License-Identifier: BSD-3-Clause
// Arrays as sets of their elements; the second one may be a list, `union1d(a, {1, 2})`. Results but
// those of `isin` have as many elements as the data says: these functions sort when they are
// called, and wait. nans are not elements of a set, as they are equal to nothing.
#pragma once

#include <initializer_list>
#include <tuple>
#include <utility>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/indexing/selection.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/list_argument.hpp>
#include <gpu/array/sorting/search.hpp>
#include <gpu/array/sorting/sort.hpp>
#include <gpu/array/sorting/unique.hpp>
#include <gpu/core/strict_bool.hpp>

namespace gpu {

namespace detail {

[[nodiscard]] graph::node_ptr found_in(const graph::node_ptr& elements,
                                       const graph::node_ptr& tests, bool invert);
/// The elements of both, in C order, converted to `type`: computed now.
[[nodiscard]] graph::node_ptr elements_of_both(const graph::node_ptr& a, const graph::node_ptr& b,
                                               dtype type);

template <class A, class B>
using common_element =
    element_t<promote_types(dtype_of<typename A::value_type>, dtype_of<typename B::value_type>)>;

/// The elements of both arrays.
template <class A, class B>
[[nodiscard]] auto elements_of(const A& a, const B& b) {
  using T = common_element<A, B>;
  return expression<T>(elements_of_both(a.node(), b.node(), dtype_of<T>));
}
/// The elements, in C order, that `set` has or, if `invert`, has not.
template <array_like A, array_like B>
[[nodiscard]] auto elements_found(const A& a, const B& set, bool invert) {
  return extract(expression<bool>(found_in(a.node(), set.node(), invert)), a);
}
/// The elements in C order, and unless they are so already, without repetitions.
template <class A>
[[nodiscard]] auto as_set(const A& a, bool assume_unique) {
  return assume_unique ? ndarray<typename A::value_type>(ravel(a)) : unique(a);
}
/// The same in a dtype that is known at run time.
template <class A>
[[nodiscard]] any_expression as_set(const A& a, bool assume_unique, dtype type) {
  const any_expression elements(a.node());
  return (assume_unique ? any_expression(ravel(elements)) : any_expression(unique(elements)))
      .astype(type);
}

/// Arrays of which one at least has a dtype that is known at run time.
template <class A, class B>
concept arrays_of_any_type = array_like<A> && array_like<B> &&
    (untyped_array<A> || untyped_array<B>);
template <class A, class B>
[[nodiscard]] dtype common_type_of_sets(const A& a, const B& b) {
  return promote_types(a.dtype(), b.dtype());
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
template <array_like A, detail::array_argument B>
[[nodiscard]] auto isin(const A& element, const B& test_elements,
                        [[maybe_unused]] strict_bool assume_unique = false,
                        strict_bool invert = false) {
  return expression<bool>(detail::found_in(
      element.node(), detail::as_array(test_elements, element.device()).node(), invert));
}
/// The same of a list of numbers: `isin(a, {2, 5})`.
template <array_like A, element_type Number>
[[nodiscard]] auto isin(const A& element, std::initializer_list<Number> test_elements,
                        strict_bool assume_unique = false, strict_bool invert = false) {
  return isin<A, std::initializer_list<Number>>(element, test_elements, assume_unique, invert);
}
template <array_like A>
[[nodiscard]] auto isin(const A& element, const detail::list_argument& test_elements,
                        strict_bool assume_unique = false, strict_bool invert = false) {
  return isin(element, test_elements.on(element.device()), assume_unique, invert);
}
/// The same of the elements in C order. NumPy had it until 2.3; xtensor has it.
template <array_like A, detail::array_argument B>
[[nodiscard]] auto in1d(const A& ar1, const B& ar2, strict_bool assume_unique = false,
                        strict_bool invert = false) {
  return isin(ravel(ar1), ar2, assume_unique, invert);
}
template <array_like A, element_type Number>
[[nodiscard]] auto in1d(const A& ar1, std::initializer_list<Number> ar2,
                        strict_bool assume_unique = false, strict_bool invert = false) {
  return isin(ravel(ar1), ar2, assume_unique, invert);
}

/// The values that occur in one of the arrays, ascending; nans are one. `numpy.union1d`.
/// @shape (n,)
/// @dtype the promoted one
template <typed_array A, typed_array B>
[[nodiscard]] auto union1d(const A& ar1, const B& ar2) {
  return unique(detail::elements_of(ar1, ar2));
}

/// The same where a dtype is known at run time.
template <class A, class B>
requires(detail::arrays_of_any_type<A, B>) [[nodiscard]] any_expression
    union1d(const A& ar1, const B& ar2) {
  return unique(any_expression(
      detail::elements_of_both(ar1.node(), ar2.node(), detail::common_type_of_sets(ar1, ar2))));
}
template <array_like A, element_type Number>
[[nodiscard]] auto union1d(const A& ar1, std::initializer_list<Number> ar2) {
  return union1d(ar1, asarray(ar2, ar1.device()));
}
/// Numbers of several types are float64, also below: `union1d(a, {1, 2.5})`.
template <typed_array A>
[[nodiscard]] auto union1d(const A& ar1, const detail::list_argument& ar2) {
  return union1d(ar1, ar2.on(ar1.device()).template astype<double>());
}

/// The values that occur in both arrays, ascending. `numpy.intersect1d`.
/// @param assume_unique  no value occurs twice in one of the arrays, which is not checked
/// @shape (n,)
/// @dtype the promoted one
template <typed_array A, typed_array B>
[[nodiscard]] auto intersect1d(const A& ar1, const B& ar2, strict_bool assume_unique = false) {
  using T = detail::common_element<A, B>;
  return ndarray<T>(sort(detail::elements_found(
      detail::as_set(ar1, assume_unique).template astype<T>(), ar2.template astype<T>(), false)));
}
/// The same where a dtype is known at run time.
template <class A, class B>
requires(detail::arrays_of_any_type<A, B>) [[nodiscard]] any_expression
    intersect1d(const A& ar1, const B& ar2, strict_bool assume_unique = false) {
  const dtype type = detail::common_type_of_sets(ar1, ar2);
  return asarray(sort(detail::elements_found(detail::as_set(ar1, assume_unique, type),
                                             any_expression(ar2.node()).astype(type), false)));
}
template <array_like A, element_type Number>
[[nodiscard]] auto intersect1d(const A& ar1, std::initializer_list<Number> ar2,
                               strict_bool assume_unique = false) {
  return intersect1d(ar1, asarray(ar2, ar1.device()), assume_unique);
}
template <typed_array A>
[[nodiscard]] auto intersect1d(const A& ar1, const detail::list_argument& ar2,
                               strict_bool assume_unique = false) {
  return intersect1d(ar1, ar2.on(ar1.device()).template astype<double>(), assume_unique);
}
/// The same, and the indices in C order of the first occurrence of each value in each of the
/// arrays: `auto [values, first, second] = intersect1d(a, b, return_index);`. NumPy's
/// `return_indices=True`.
template <typed_array A, typed_array B>
[[nodiscard]] auto intersect1d(const A& ar1, const B& ar2, return_index_option) {
  using T = detail::common_element<A, B>;
  const auto [values1, index1] = unique(ar1, return_index);
  const auto [values2, index2] = unique(ar2, return_index);
  const auto elements1 = values1.template astype<T>();
  const ndarray<bool> is_common = isin(elements1, values2.template astype<T>());
  const ndarray<T> values = extract(is_common, elements1);
  const auto places = searchsorted(values2, values);
  return std::tuple(values, extract(is_common, index1),
                    ndarray<std::int64_t>(take(index2, places)));
}

/// The values that occur in one of the arrays and not in the other, ascending. `numpy.setxor1d`.
/// @param assume_unique  as `intersect1d`
/// @shape (n,)
/// @dtype the promoted one
template <typed_array A, typed_array B>
[[nodiscard]] auto setxor1d(const A& ar1, const B& ar2, strict_bool assume_unique = false) {
  using T = detail::common_element<A, B>;
  const auto set1 = detail::as_set(ar1, assume_unique).template astype<T>();
  const auto set2 = detail::as_set(ar2, assume_unique).template astype<T>();
  return ndarray<T>(sort(detail::elements_of(detail::elements_found(set1, set2, true),
                                             detail::elements_found(set2, set1, true))));
}

/// The same where a dtype is known at run time.
template <class A, class B>
requires(detail::arrays_of_any_type<A, B>) [[nodiscard]] any_expression
    setxor1d(const A& ar1, const B& ar2, strict_bool assume_unique = false) {
  const dtype type = detail::common_type_of_sets(ar1, ar2);
  const any_expression set1 = detail::as_set(ar1, assume_unique, type);
  const any_expression set2 = detail::as_set(ar2, assume_unique, type);
  return asarray(sort(any_expression(
      detail::elements_of_both(detail::elements_found(set1, set2, true).node(),
                               detail::elements_found(set2, set1, true).node(), type))));
}
template <array_like A, element_type Number>
[[nodiscard]] auto setxor1d(const A& ar1, std::initializer_list<Number> ar2,
                            strict_bool assume_unique = false) {
  return setxor1d(ar1, asarray(ar2, ar1.device()), assume_unique);
}
template <typed_array A>
[[nodiscard]] auto setxor1d(const A& ar1, const detail::list_argument& ar2,
                            strict_bool assume_unique = false) {
  return setxor1d(ar1, ar2.on(ar1.device()).template astype<double>(), assume_unique);
}

/// The values that occur in the first array and not in the second one, ascending.
/// `numpy.setdiff1d`.
/// @param assume_unique  the elements of ar1 are taken as they are, in their order
/// @shape (n,)
/// @dtype that of ar1
template <typed_array A, typed_array B>
[[nodiscard]] auto setdiff1d(const A& ar1, const B& ar2, strict_bool assume_unique = false) {
  return detail::elements_found(detail::as_set(ar1, assume_unique), ar2, true);
}

/// The same where a dtype is known at run time.
template <class A, class B>
requires(detail::arrays_of_any_type<A, B>)
    [[nodiscard]] auto setdiff1d(const A& ar1, const B& ar2, strict_bool assume_unique = false) {
  if constexpr (typed_array<A>)
    return detail::elements_found(detail::as_set(ar1, assume_unique), ar2, true);
  else
    return detail::elements_found(detail::as_set(ar1, assume_unique, ar1.dtype()), ar2, true);
}
template <array_like A, element_type Number>
[[nodiscard]] auto setdiff1d(const A& ar1, std::initializer_list<Number> ar2,
                             strict_bool assume_unique = false) {
  return setdiff1d(ar1, asarray(ar2, ar1.device()), assume_unique);
}
template <typed_array A>
[[nodiscard]] auto setdiff1d(const A& ar1, const detail::list_argument& ar2,
                             strict_bool assume_unique = false) {
  return setdiff1d(ar1, ar2.on(ar1.device()).template astype<double>(), assume_unique);
}

}  // namespace gpu
