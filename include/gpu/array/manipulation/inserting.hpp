// SPDX-License-Identifier: BSD-3-Clause
// Elements put into an array and left out of it. The results are new values; the array stays as it
// is.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <type_traits>
#include <vector>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/indexing/index_argument.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/list_argument.hpp>
#include <gpu/array/manipulation/joining.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/array/nested_ranges.hpp>
#include <gpu/core/shape.hpp>
#include <gpu/core/slice.hpp>

namespace gpu {

/// Places along an axis: an integer, a list or an array of integers, a mask, or a range. Negative
/// ones count from the end. Waits for the elements of an array.
class axis_places {
 public:
  template <integer_like Index>
  axis_places(Index index)
      : indices_{static_cast<std::ptrdiff_t>(index)},
        rank_(0),
        is_mask_(std::same_as<Index, bool>) {}
  axis_places(std::initializer_list<list_integer> indices)
      : indices_(indices.begin(), indices.end()) {}
  /// A mask: `{true, false, true}`.
  template <std::same_as<bool> Bool>
  axis_places(std::initializer_list<Bool> mask)
      : indices_(mask.begin(), mask.end()), is_mask_(true) {}
  axis_places(const slice& range) : range_(range) {}
  template <detail::integer_range Indices>
  requires(!array_like<Indices>) axis_places(const Indices& indices)
      : indices_(std::ranges::begin(indices), std::ranges::end(indices)),
        is_mask_(std::same_as<std::ranges::range_value_t<Indices>, bool>) {}
  template <detail::index_or_mask I>
  axis_places(const I& indices)
      : indices_(detail::indices_on_host(detail::index_or_mask_node(indices))),
        rank_(indices.dimension()),
        is_mask_(indices.dtype() == dtype::bool_) {}

  /// Whether it is an integer, not a list.
  [[nodiscard]] bool is_one() const noexcept { return rank_ == 0; }
  /// The axes of the integers or of the mask.
  [[nodiscard]] std::size_t rank() const noexcept { return rank_; }
  [[nodiscard]] bool is_mask() const noexcept { return is_mask_; }
  /// Whether it is a mask of an axis of another length, or of several axes.
  [[nodiscard]] bool is_mask_of_other_than(std::ptrdiff_t extent) const noexcept {
    return is_mask_ && (rank_ != 1 || static_cast<std::ptrdiff_t>(indices_.size()) != extent);
  }
  /// The places on an axis of `extent` elements, which are not checked.
  [[nodiscard]] std::vector<std::ptrdiff_t> on(std::ptrdiff_t extent) const;

 private:
  std::vector<std::ptrdiff_t> indices_;  ///< of a mask its elements
  std::optional<slice> range_;
  std::size_t rank_ = 1;
  bool is_mask_ = false;
};

namespace detail {
[[nodiscard]] graph::node_ptr inserted(const graph::node_ptr& a, const axis_places& places,
                                       const graph::node_ptr& values, optional_axis axis);
[[nodiscard]] graph::node_ptr deleted(const graph::node_ptr& a, const axis_places& places,
                                      optional_axis axis);
}  // namespace detail

/// `values` before the elements at places along an axis; without an axis, of `a` in C order.
/// Several values go to one place, or one to each of several places; they broadcast to that.
/// Nothing is computed; a list of several places is sent to the device. `numpy.insert`.
///
/// @dtype   that of `a`, which `values` are converted to
/// @throws  index_error  "index 7 is out of bounds for axis 0 with size 3"
/// @throws  value_error  "index array argument obj to insert must be one dimensional or scalar",
///                       "boolean array argument obj to insert must be one dimensional"
/// @throws  shape_error  "could not broadcast input array from shape (3,) into shape (2,)", of
///                       several places "shape mismatch: value array of shape (3,) could not be
///                       broadcast to indexing result of shape (2,)"
/// @throws  axis_error, device_mismatch
template <array_like A, detail::array_argument V>
[[nodiscard]] auto insert(const A& a, const axis_places& places, const V& values,
                          optional_axis_index axis = std::nullopt) {
  graph::node_ptr written;
  if constexpr (typed_array<A>)
    written = detail::written_argument<typename A::value_type>(values, a.device());
  else
    written = detail::written_argument(values, a.dtype(), a.device());
  return detail::expression_like<A>(detail::inserted(a.node(), places, written, axis));
}
template <array_like A, scalar_like Number>
[[nodiscard]] auto insert(const A& a, const axis_places& places,
                          std::initializer_list<Number> values,
                          optional_axis_index axis = std::nullopt) {
  return insert<A, std::initializer_list<Number>>(a, places, values, axis);
}
/// Of numbers of several types, or of rows: `insert(m, {1}, {{7}, {8}}, 1)`.
template <array_like A>
[[nodiscard]] auto insert(const A& a, const axis_places& places,
                          const detail::list_argument& values,
                          optional_axis_index axis = std::nullopt) {
  return insert(a, places, values.on(a.device()), axis);
}

/// Without the elements at places along an axis; without an axis, those of `a` in C order.
/// `numpy.delete`, whose name is a word of C++. Nothing is computed; what stays is sent to the
/// device as a list, unless the places are neighbours.
/// @throws index_error  "index 7 is out of bounds for axis 0 with size 3"
/// @throws value_error  "boolean array argument obj to delete must be one dimensional and match
///                      the axis length of 3"
/// @throws axis_error
template <array_like A>
[[nodiscard]] auto delete_(const A& a, const axis_places& places,
                           optional_axis_index axis = std::nullopt) {
  return detail::expression_like<A>(detail::deleted(a.node(), places, axis));
}

namespace detail {
/// What `append` puts behind an array: an array, a number, a range of numbers or of such ranges.
template <class V>
concept appendable = array_like<V> || scalar_like<V> || nested_range<V>;

/// What an array and these promote to, where a number is weak; void if that is known at run time
/// only.
template <array_like A, appendable V>
struct appended_type : std::type_identity<void> {};
template <typed_array A, typed_array V>
struct appended_type<A, V>
    : std::type_identity<promote_types_t<typename A::value_type, typename V::value_type>> {};
template <typed_array A, scalar_like V>
struct appended_type<A, V>
    : std::type_identity<
          element_t<result_type(std::array{operand_type_of<A>(), operand_type_of<V>()})>> {};
template <typed_array A, nested_range V>
struct appended_type<A, V>
    : std::type_identity<
          promote_types_t<typename A::value_type, typename nested_element<V>::type>> {};

/// `values` as a part of what they and `a` become.
/// @throws overflow_error  if that is an integer dtype which cannot hold a number
template <array_like A, appendable V>
[[nodiscard]] graph::node_ptr appended_node(const A& a, const V& values) {
  if constexpr (array_like<V>)
    return values.node();
  else if constexpr (scalar_like<V>)
    return assigned_scalar(values, result_type(std::array{runtime_type(a), runtime_type(values)}));
  else
    return array(values, a.device()).node();
}
}  // namespace detail

/// `values` behind the elements of `a`, along an axis that both have; without one, both in C order.
/// They are an array, a number, an element, a vector, `{1, 2}` or `{{1, 2}, {3, 4}}`. A number
/// takes the dtype that it takes beside `a` in a sum. `numpy.append`. As `concatenate`.
/// @throws overflow_error  "integer 300 out of bounds for int8" of a number
template <array_like A, detail::appendable V>
[[nodiscard]] auto append(const A& a, const V& values, optional_axis_index axis = std::nullopt) {
  const detail::node_list parts{a.node(), detail::appended_node(a, values)};
  return detail::expression_of_node<typename detail::appended_type<A, V>::type>(
      detail::concatenated(detail::converted_parts(parts, std::nullopt, casting::same_kind), axis));
}
template <array_like A, element_proxy Element>
[[nodiscard]] auto append(const A& a, const Element& value,
                          optional_axis_index axis = std::nullopt) {
  return append(a, detail::read_proxy(value), axis);
}
template <array_like A, scalar_like Number>
[[nodiscard]] auto append(const A& a, std::initializer_list<Number> values,
                          optional_axis_index axis = std::nullopt) {
  return append<A, std::initializer_list<Number>>(a, values, axis);
}
template <array_like A, scalar_like Number>
[[nodiscard]] auto append(const A& a, std::initializer_list<std::initializer_list<Number>> values,
                          optional_axis_index axis = std::nullopt) {
  return append<A, std::initializer_list<std::initializer_list<Number>>>(a, values, axis);
}
/// Numbers of several types are float64: `append(a, {1, 2.5})`.
template <array_like A>
[[nodiscard]] auto append(const A& a, const detail::list_argument& values,
                          optional_axis_index axis = std::nullopt) {
  return append(a, values.on(a.device()).template astype<double>(), axis);
}

}  // namespace gpu
