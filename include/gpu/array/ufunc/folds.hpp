// SPDX-License-Identifier: BSD-3-Clause
// `gpu::add.reduce(a, 1)`, `.accumulate`, `.reduceat`: functions of two operands, applied from
// element to element.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <ranges>
#include <utility>
#include <vector>

#include <gpu/array/concepts.hpp>
#include <gpu/array/manipulation/array_sequence.hpp>
#include <gpu/array/reduction/reduction.hpp>
#include <gpu/array/ufunc/traits.hpp>
#include <gpu/core/shape.hpp>

namespace gpu {

namespace detail {
/// What `gpu::OP.reduce` is: array/ufunc/reduction.hpp.
template <class Op>
struct reduction_by;
/// What `gpu::OP.accumulate` is: array/ufunc/accumulation.hpp.
template <class Op>
struct accumulation_by;
/// What `gpu::OP.reduceat` is: array/ufunc/reduceat.hpp.
template <class Op>
struct part_reduction;

/// The numbers of an array of one axis. Waits.
/// @throws value_error  "object of too small depth for desired array" and its like
/// @throws dtype_error  unless they are integers
[[nodiscard]] std::vector<std::ptrdiff_t> listed_starts(const graph::node_ptr& indices);

/// The array that a list or another sequence of arrays makes: array/reduction/listed_arrays.hpp.
template <class List>
struct array_of_list;
/// A list of several C++ types; an empty one is of float64, as in NumPy.
[[nodiscard]] any_expression stacked_list(array_list list);
template <class E>
concept listed_element = typed_array<E> || element_type<E>;
template <class S>
concept listed_arrays = !array_like<S> && array_sequence<S>;

/// Where the parts of `reduceat` begin: an array of integers or a range of them.
template <class Indices>
concept part_starts = array_like<Indices> || integer_range<Indices>;

template <part_starts Indices>
[[nodiscard]] starts_option starts_of(const Indices& indices) {
  if constexpr (array_like<Indices>)
    return {listed_starts(indices.node())};
  else
    return {std::vector<std::ptrdiff_t>(std::ranges::begin(indices), std::ranges::end(indices))};
}
}  // namespace detail

/// The members `reduce`, `accumulate` and `reduceat` of functions of two operands and one result.
template <class Op>
struct ufunc_folds {
  /// The function of all elements along axes, of the first two, of that and the third, and so on;
  /// along axis 0 if none is given. Options as those of `gpu::sum`. `numpy.ufunc.reduce`.
  /// @throws value_error  "reduction operation 'subtract' is not reorderable, so at most one axis
  ///                      may be specified": if the function has no identity, `maximum` and its
  ///                      like aside
  template <class T = void, array_like A, option_beside_axes... Options>
  decltype(auto) reduce(A&& x, const reduction_axes& axes, Options&&... options) const {
    return reduce<T>(std::forward<A>(x), axis_option{axes}, std::forward<Options>(options)...);
  }
  template <class T = void, array_like A, reduction_option... Options>
  decltype(auto) reduce(A&& x, Options&&... options) const {
    static_assert(ufunc_traits<Op>::nin == 2, "reduce only supported for binary functions");
    static_assert(ufunc_traits<Op>::nout == 1,
                  "reduce only supported for functions returning a single value");
    return detail::reduced<typename detail::reduction_by<Op>::type, T>(
        std::forward<A>(x), 0, std::forward<Options>(options)...);
  }

  /// The same of several arrays, which are stacked along a new first axis: a list, also of numbers,
  /// a vector or an `xtuple`. Of a list of several C++ types the dtype is known at run time.
  template <class T = void, detail::listed_element E, option_beside_axes... Options>
  decltype(auto) reduce(std::initializer_list<E> list, const reduction_axes& axes,
                        Options&&... options) const {
    return reduce<T>(detail::array_of_list<std::initializer_list<E>>::of(list), axes,
                     std::forward<Options>(options)...);
  }
  template <class T = void, detail::listed_element E, reduction_option... Options>
  decltype(auto) reduce(std::initializer_list<E> list, Options&&... options) const {
    return reduce<T>(detail::array_of_list<std::initializer_list<E>>::of(list),
                     std::forward<Options>(options)...);
  }
  template <class T = void, option_beside_axes... Options>
  decltype(auto) reduce(detail::array_list list, const reduction_axes& axes,
                        Options&&... options) const {
    return reduce<T>(detail::stacked_list(list), axes, std::forward<Options>(options)...);
  }
  template <class T = void, reduction_option... Options>
  decltype(auto) reduce(detail::array_list list, Options&&... options) const {
    return reduce<T>(detail::stacked_list(list), std::forward<Options>(options)...);
  }
  template <class T = void, detail::listed_arrays S, class... Arguments>
  decltype(auto) reduce(const S& arrays, Arguments&&... axes_and_options) const {
    return reduce<T>(detail::array_of_list<S>::of(arrays),
                     std::forward<Arguments>(axes_and_options)...);
  }

  /// Of every element, the function of the elements up to it along an axis, 0 if none is given.
  /// Options as those of `gpu::cumsum`. `numpy.ufunc.accumulate`.
  template <class T = void, array_like A, option_beside_axes... Options>
  decltype(auto) accumulate(A&& x, const reduction_axes& axis, Options&&... options) const {
    return accumulate<T>(std::forward<A>(x), axis_option{axis}, std::forward<Options>(options)...);
  }
  template <class T = void, array_like A, reduction_option... Options>
  decltype(auto) accumulate(A&& x, Options&&... options) const {
    static_assert(ufunc_traits<Op>::nin == 2, "accumulate only supported for binary functions");
    static_assert(ufunc_traits<Op>::nout == 1,
                  "accumulate only supported for functions returning a single value");
    return detail::reduced<typename detail::accumulation_by<Op>::type, T>(
        std::forward<A>(x), 0, std::forward<Options>(options)...);
  }

  /// The same of several arrays, which are stacked along a new first axis: a list, also of numbers,
  /// a vector or an `xtuple`. Of a list of several C++ types the dtype is known at run time.
  template <class T = void, detail::listed_element E, option_beside_axes... Options>
  decltype(auto) accumulate(std::initializer_list<E> list, const reduction_axes& axis,
                            Options&&... options) const {
    return accumulate<T>(detail::array_of_list<std::initializer_list<E>>::of(list), axis,
                         std::forward<Options>(options)...);
  }
  template <class T = void, detail::listed_element E, reduction_option... Options>
  decltype(auto) accumulate(std::initializer_list<E> list, Options&&... options) const {
    return accumulate<T>(detail::array_of_list<std::initializer_list<E>>::of(list),
                         std::forward<Options>(options)...);
  }
  template <class T = void, option_beside_axes... Options>
  decltype(auto) accumulate(detail::array_list list, const reduction_axes& axis,
                            Options&&... options) const {
    return accumulate<T>(detail::stacked_list(list), axis, std::forward<Options>(options)...);
  }
  template <class T = void, reduction_option... Options>
  decltype(auto) accumulate(detail::array_list list, Options&&... options) const {
    return accumulate<T>(detail::stacked_list(list), std::forward<Options>(options)...);
  }
  template <class T = void, detail::listed_arrays S, class... Arguments>
  decltype(auto) accumulate(const S& arrays, Arguments&&... axes_and_options) const {
    return accumulate<T>(detail::array_of_list<S>::of(arrays),
                         std::forward<Arguments>(axes_and_options)...);
  }

  /// What `reduce` gives of parts of the elements along an axis, 0 if none is given: part i are the
  /// elements from `indices[i]` up to, not including, `indices[i + 1]`; of the last index, up to
  /// the end; the element at `indices[i]` alone if the next index is not larger. Parts may overlap.
  /// Options: `out`, `as_dtype`, `axis`. `numpy.ufunc.reduceat`.
  ///
  ///     gpu::add.reduceat(a, {0, 4, 1, 5, 2, 6, 3, 7});   // sums of a[0:4], a[4], a[1:5], a[5]
  ///     ...
  ///
  /// @param indices  integers: a list, a range, or an array of one axis, which is waited for
  /// @shape   that of x, with the number of indices along the axis
  /// @dtype   that of `reduce`
  /// @enqueue the parts, when it is called: those of one length that follow each other as `reduce`
  ///          of a matrix, and others, if they are many, all at once. Functions without a reduction
  ///          of their own, as `subtract`, then go from the first element of a part to its last
  /// @throws  index_error  "index 8 out-of-bounds in add.reduceat [0, 8)": negative ones, too
  /// @throws  value_error  "reduceat does not allow multiple axes", "object of too small depth for
  ///                       desired array"
  /// @throws  dtype_error  "cannot reduceat on a scalar"
  template <class T = void, array_like A, detail::part_starts Indices,
            option_beside_axes... Options>
  decltype(auto) reduceat(A&& x, const Indices& indices, const reduction_axes& axis,
                          Options&&... options) const {
    return reduceat<T>(std::forward<A>(x), indices, axis_option{axis},
                       std::forward<Options>(options)...);
  }
  template <class T = void, array_like A, detail::part_starts Indices, reduction_option... Options>
  decltype(auto) reduceat(A&& x, const Indices& indices, Options&&... options) const {
    static_assert(ufunc_traits<Op>::nin == 2, "reduceat only supported for binary functions");
    static_assert(ufunc_traits<Op>::nout == 1,
                  "reduceat only supported for functions returning a single value");
    return detail::reduced<typename detail::part_reduction<Op>::type, T>(
        std::forward<A>(x), 0, detail::starts_of(indices), std::forward<Options>(options)...);
  }
  template <class T = void, array_like A, option_beside_axes... Options>
  decltype(auto) reduceat(A&& x, std::initializer_list<list_integer> indices,
                          const reduction_axes& axis, Options&&... options) const {
    return reduceat<T>(std::forward<A>(x),
                       std::vector<std::ptrdiff_t>(indices.begin(), indices.end()),
                       axis_option{axis}, std::forward<Options>(options)...);
  }
  template <class T = void, array_like A, reduction_option... Options>
  decltype(auto) reduceat(A&& x, std::initializer_list<list_integer> indices,
                          Options&&... options) const {
    return reduceat<T>(std::forward<A>(x),
                       std::vector<std::ptrdiff_t>(indices.begin(), indices.end()),
                       std::forward<Options>(options)...);
  }
};

}  // namespace gpu
