// SPDX-License-Identifier: BSD-3-Clause
// Sorting along an axis. Results are expressions: nothing is sorted before it is needed.
//
// The order is NumPy's: false before true; nans after all numbers; complex numbers by their real
// parts, then by their imaginary ones, those with nan in a part last, in the order R + nan j,
// nan + R j, nan + nan j. `descending` is the opposite order, so nans come first. An axis of
// `std::nullopt` is all elements in C order.
//
// On a GPU a block sorts a row of at most 4096 elements in its shared memory; CUB sorts longer
// ones: the longest by radix sort, others by its sort of segments. On `cpu()` radix sort of long
// rows, sorting networks for many short ones; threads share the rows. Other axes than the last are
// copied to be the last one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/array/indexing/index_argument.hpp>
#include <gpu/array/manipulation/array_sequence.hpp>
#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/core/named_results.hpp>
#include <gpu/core/option_name.hpp>
#include <gpu/core/strict_bool.hpp>
#include <gpu/core/strict_integer.hpp>

namespace gpu {

namespace detail {

struct sort_order {
  std::optional<std::ptrdiff_t> axis = -1;
  bool descending = false;
};
[[nodiscard]] graph::node_ptr sorted(const graph::node_ptr& a, const sort_order& order,
                                     bool stable);
[[nodiscard]] graph::node_ptr sorted_positions(const graph::node_ptr& a, const sort_order& order);
[[nodiscard]] graph::node_ptr partitioned(const graph::node_ptr& a,
                                          std::span<const std::ptrdiff_t> kth,
                                          const sort_order& order);
[[nodiscard]] graph::node_ptr partitioned_positions(const graph::node_ptr& a,
                                                    std::span<const std::ptrdiff_t> kth,
                                                    const sort_order& order);
[[nodiscard]] graph::node_ptr lexsorted(std::span<const graph::node_ptr> keys, std::ptrdiff_t axis);
/// The parts of an array along its first axis are the keys.
[[nodiscard]] graph::node_ptr lexsorted(const graph::node_ptr& keys, std::ptrdiff_t axis);

struct topk_nodes {
  graph::node_ptr values;
  graph::node_ptr indices;
};
[[nodiscard]] topk_nodes largest_or_smallest(const graph::node_ptr& a, std::ptrdiff_t k,
                                             std::optional<std::ptrdiff_t> axis, bool largest);

/// Whether NumPy's `kind` keeps the order of equal elements.
/// @throws value_error
[[nodiscard]] bool is_stable_kind(std::string_view kind);

/// What `sort_complex` makes of elements.
[[nodiscard]] constexpr dtype complex_to_hold(dtype type) noexcept {
  if (traits(type).kind == dtype_kind::complex) return type;
  return is_integer(type) && type != dtype::bool_ && traits(type).size_bytes <= 2
             ? dtype::complex64
             : dtype::complex128;
}

}  // namespace detail

/// The elements sorted along an axis. `numpy.sort`.
///
/// @param stable  elements that are equal keep their order. That is seen of floats only: without it
///                -0 comes before 0, and nans lose their sign and payload. Sorting is faster then
/// @shape  that of a; one axis if `axis` is `std::nullopt`
/// @dtype  that of a
/// @enqueue nothing; elements that are gathered (stable sorts of floats, complex numbers) are taken
///          from a, which is computed first if it is an expression
/// @throws axis_error  "axis -1 is out of bounds for array of dimension 0"
template <array_like A>
[[nodiscard]] auto sort(const A& a, optional_axis_index axis = -1, strict_bool descending = false,
                        strict_bool stable = false) {
  return detail::expression_like<A>(detail::sorted(a.node(), {axis, descending}, stable));
}
/// With NumPy's `kind`: "quicksort", "mergesort", "heapsort" or "stable".
/// @throws value_error  "sort kind must be one of 'quick', 'heap', or 'stable' (got 'fast')"
template <array_like A>
[[nodiscard]] auto sort(const A& a, optional_axis_index axis, option_name kind) {
  return sort(a, axis, false, detail::is_stable_kind(kind));
}

/// The indices that sort the elements along an axis: `take_along_axis(a, argsort(a))` is sorted.
/// Elements that are equal, as 0 and -0 and all nans are, keep their order. `numpy.argsort`.
///
/// @param stable  for the array API; the result is stable in any case
/// @shape  as `sort`; that of one element has one axis
/// @dtype  int64
/// @throws axis_error
template <array_like A>
[[nodiscard]] auto argsort(const A& a, optional_axis_index axis = -1,
                           strict_bool descending = false,
                           [[maybe_unused]] strict_bool stable = true) {
  return expression<std::int64_t>(detail::sorted_positions(a.node(), {axis, descending}));
}
/// With NumPy's `kind`, as `sort`; stable in any case.
template <array_like A>
[[nodiscard]] auto argsort(const A& a, optional_axis_index axis, option_name kind) {
  static_cast<void>(detail::is_stable_kind(kind));
  return argsort(a, axis);
}

/// The indices that sort several keys along an axis: by the last key, those of equal ones by the
/// key before it, and so on. Keys may differ in dtype: `lexsort(std::tuple(names, years))`.
/// `numpy.lexsort`.
///
/// @shape  that of a key
/// @dtype  int64
/// @throws value_error  "all keys need to be the same shape"
/// @throws axis_error, device_mismatch
template <array_like... Keys>
requires(sizeof...(Keys) > 0)
    [[nodiscard]] auto lexsort(const std::tuple<Keys...>& keys, axis_index axis = -1) {
  const auto nodes = std::apply(
      [](const auto&... key) {
        return std::array<graph::node_ptr, sizeof...(Keys)>{key.node()...};
      },
      keys);
  return expression<std::int64_t>(detail::lexsorted(std::span<const graph::node_ptr>(nodes), axis));
}
/// The same of the keys `a[0]`, `a[1]` ...
/// @throws dtype_error  "need sequence of keys with len > 0 in lexsort"
template <array_like A>
[[nodiscard]] auto lexsort(const A& a, axis_index axis = -1) {
  return expression<std::int64_t>(detail::lexsorted(a.node(), axis));
}

/// The same of a list or a vector of arrays: `lexsort({names, years})`.
[[nodiscard]] inline auto lexsort(detail::array_list keys, axis_index axis = -1) {
  const detail::node_list nodes = detail::nodes_of(keys);
  return expression<std::int64_t>(detail::lexsorted(std::span<const graph::node_ptr>(nodes), axis));
}
template <array_like Key>
[[nodiscard]] auto lexsort(const std::vector<Key>& keys, axis_index axis = -1) {
  const detail::node_list nodes = detail::sequence_traits<std::vector<Key>>::nodes(keys);
  return expression<std::int64_t>(detail::lexsorted(std::span<const graph::node_ptr>(nodes), axis));
}

/// The elements in an order in which the `kth` along the axis is where sorting puts it, smaller
/// ones before and larger ones after it. This sorts them all. `numpy.partition`.
///
/// @param kth  one index, a list, a vector, or an array, which is waited for; negative ones count
///             from the end
/// @throws value_error  "kth(=5) out of bounds (3)"
/// @throws axis_error
template <array_like A>
[[nodiscard]] auto partition(const A& a, const detail::index_argument& kth,
                             optional_axis_index axis = -1) {
  return detail::expression_like<A>(detail::partitioned(a.node(), kth.on_host(), {axis}));
}

/// The indices of that order. `numpy.argpartition`.
template <array_like A>
[[nodiscard]] auto argpartition(const A& a, const detail::index_argument& kth,
                                optional_axis_index axis = -1) {
  return expression<std::int64_t>(detail::partitioned_positions(a.node(), kth.on_host(), {axis}));
}

/// The elements as complex numbers, sorted along the last axis. `numpy.sort_complex`.
/// @dtype  that of complex elements; complex64 for integers of 8 and 16 bits; else complex128
/// @throws axis_error  of an array without axes
template <array_like A>
[[nodiscard]] auto sort_complex(const A& a) {
  if constexpr (typed_array<A>)
    return sort(a)
        .template astype<element_t<detail::complex_to_hold(dtype_of<typename A::value_type>)>>();
  else
    return sort(a).astype(detail::complex_to_hold(a.dtype()));
}

/// What `topk` returns.
template <class T>
struct topk_result {
  expression<T> values;
  expression<std::int64_t> indices;

  static constexpr auto parts() { return std::tuple(&topk_result::values, &topk_result::indices); }
};

/// The `k` largest elements along an axis, the largest first, or the smallest, the smallest first;
/// and their indices. Of equal ones those with lower indices come first. nans are larger than all
/// numbers. NumPy has no such function; it is PyTorch's `topk` and xtensor's. On a GPU up to 64 of
/// each row are selected as it is read once, up to an eighth of rows of more than 4096 elements are
/// selected by their rank; for more, and for complex numbers, rows are sorted.
///
/// @shape  that of a, with extent k along the axis
/// @enqueue the selection, which both results share
/// @throws value_error  "k(=5) out of bounds (3)"
/// @throws axis_error
template <typed_array A>
[[nodiscard]] auto topk(const A& a, strict_integer k, optional_axis_index axis = -1,
                        strict_bool largest = true) {
  detail::topk_nodes found = detail::largest_or_smallest(a.node(), k, axis, largest);
  return topk_result<typename A::value_type>{
      expression<typename A::value_type>(std::move(found.values)),
      expression<std::int64_t>(std::move(found.indices))};
}

}  // namespace gpu
