// SPDX-License-Identifier: BSD-3-Clause
// Elements put into an array and left out of it. The results are new values; the array stays as it
// is. `append` is beside `concatenate`.
#pragma once

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
#include <gpu/array/ndarray.hpp>
#include <gpu/core/slice.hpp>

namespace gpu {

/// Places along an axis: an integer, a list or an array of integers, a mask, or a range. Negative
/// ones count from the end. Waits for the elements of an array.
class axis_places {
 public:
  template <std::integral Index>
  axis_places(Index index) : indices_{static_cast<std::ptrdiff_t>(index)}, rank_(0) {}
  axis_places(std::initializer_list<std::ptrdiff_t> indices) : indices_(indices) {}
  axis_places(const slice& range) : range_(range) {}
  template <std::ranges::input_range Indices>
  requires(std::integral<std::ranges::range_value_t<Indices>> && !array_like<Indices>)
      axis_places(const Indices& indices)
      : indices_(std::ranges::begin(indices), std::ranges::end(indices)),
        is_mask_(std::same_as<std::ranges::range_value_t<Indices>, bool>) {}
  template <detail::index_or_mask I>
  axis_places(const I& indices)
      : indices_(detail::indices_on_host(indices.node())),
        rank_(indices.dimension()),
        is_mask_(std::same_as<typename I::value_type, bool>) {}

  /// Whether it is an integer, not a list.
  [[nodiscard]] bool is_one() const noexcept { return rank_ == 0; }
  /// The axes of the integers or of the mask.
  [[nodiscard]] std::size_t rank() const noexcept { return rank_; }
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
/// @throws  value_error  "index array argument obj to insert must be one dimensional or scalar"
/// @throws  axis_error, device_mismatch; shape_error  "could not broadcast input array ..."
template <typed_array A, detail::array_argument V>
[[nodiscard]] auto insert(const A& a, const axis_places& places, const V& values,
                          detail::optional_axis axis = std::nullopt) {
  using T = typename A::value_type;
  return expression<T>(
      detail::inserted(a.node(), places, detail::written_argument<T>(values, a.device()), axis));
}
template <typed_array A, scalar_like Number>
[[nodiscard]] auto insert(const A& a, const axis_places& places,
                          std::initializer_list<Number> values,
                          detail::optional_axis axis = std::nullopt) {
  return insert<A, std::initializer_list<Number>>(a, places, values, axis);
}

/// Without the elements at places along an axis; without an axis, those of `a` in C order.
/// `numpy.delete`, whose name is a word of C++. Nothing is computed; what stays is sent to the
/// device as a list, unless the places are neighbours.
/// @throws index_error  "index 7 is out of bounds for axis 0 with size 3"
/// @throws value_error  "boolean array argument `obj` to delete must be one-dimensional and match
///                      the axis length of 3"
/// @throws axis_error
template <typed_array A>
[[nodiscard]] auto delete_(const A& a, const axis_places& places,
                           detail::optional_axis axis = std::nullopt) {
  return expression<typename A::value_type>(detail::deleted(a.node(), places, axis));
}

}  // namespace gpu
