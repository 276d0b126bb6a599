// SPDX-License-Identifier: BSD-3-Clause
// An array in parts, which are views. Those of an array that is not const, and of a view of one,
// can be written: `split(a, 3)[0] = 1` changes `a`.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/array/indexing/view.hpp>
#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/core/shape.hpp>

namespace gpu {

/// Where an array is split: into a number of parts, or before the indices in a list or an array,
/// whose elements it waits for. Negative indices count from the end.
class split_points {
 public:
  template <integer_like Number>
  split_points(Number sections) : sections_(static_cast<std::ptrdiff_t>(sections)) {}
  split_points(std::initializer_list<list_integer> indices)
      : indices_(indices.begin(), indices.end()) {}
  template <detail::integer_range Indices>
  requires(!array_like<Indices>) split_points(const Indices& indices)
      : indices_(std::ranges::begin(indices), std::ranges::end(indices)) {}
  template <detail::index_array Indices>
  split_points(const Indices& indices)
      : indices_(detail::indices_on_host(detail::index_node(indices))) {}

  [[nodiscard]] std::optional<std::ptrdiff_t> sections() const noexcept { return sections_; }
  [[nodiscard]] const std::vector<std::ptrdiff_t>& indices() const& noexcept { return indices_; }
  [[nodiscard]] std::vector<std::ptrdiff_t> indices() const&& { return indices_; }

 private:
  std::optional<std::ptrdiff_t> sections_;
  std::vector<std::ptrdiff_t> indices_;
};

/// The parts of an array that can be written, in order. The list itself stays as it is: in a
/// vector, whose elements are assigned to one another where one is erased or two are exchanged,
/// views would write. A vector of arrays is made of one: `std::vector<ndarray<T>>(list.begin(),
/// list.end())`.
template <class T>
class view_list {
 public:
  using value_type = array_view<T>;
  using size_type = std::size_t;
  using const_iterator = typename std::vector<value_type>::const_iterator;
  using iterator = const_iterator;

  explicit view_list(std::vector<value_type> views) noexcept : views_(std::move(views)) {}
  view_list(const view_list&) = default;
  view_list(view_list&&) noexcept = default;
  /// Shows other parts, and writes none.
  view_list& operator=(view_list other) & noexcept {
    views_.swap(other.views_);
    return *this;
  }
  ~view_list() = default;

  [[nodiscard]] size_type size() const noexcept { return views_.size(); }
  [[nodiscard]] bool empty() const noexcept { return views_.empty(); }
  [[nodiscard]] const value_type& operator[](size_type i) const& noexcept { return views_[i]; }
  [[nodiscard]] value_type operator[](size_type i) const&& { return views_[i]; }
  /// @throws std::out_of_range
  [[nodiscard]] const value_type& at(size_type i) const& { return views_.at(i); }
  [[nodiscard]] value_type at(size_type i) const&& { return views_.at(i); }
  [[nodiscard]] const value_type& front() const& noexcept { return views_.front(); }
  [[nodiscard]] value_type front() const&& { return views_.front(); }
  [[nodiscard]] const value_type& back() const& noexcept { return views_.back(); }
  [[nodiscard]] value_type back() const&& { return views_.back(); }
  [[nodiscard]] const_iterator begin() const& noexcept { return views_.begin(); }
  [[nodiscard]] const_iterator end() const& noexcept { return views_.end(); }
  /// Not of a temporary, whose views end with it.
  const_iterator begin() const&& = delete;
  const_iterator end() const&& = delete;

 private:
  std::vector<value_type> views_;
};

namespace detail {

/// What shows one part.
using part_slices = std::vector<slice>;
using part_list = std::vector<part_slices>;

[[nodiscard]] part_list split_parts(const shape& extents, const split_points& at,
                                    std::ptrdiff_t axis);
[[nodiscard]] part_list array_split_parts(const shape& extents, const split_points& at,
                                          std::ptrdiff_t axis);
[[nodiscard]] part_list hsplit_parts(const shape& extents, const split_points& at);
[[nodiscard]] part_list vsplit_parts(const shape& extents, const split_points& at);
[[nodiscard]] part_list dsplit_parts(const shape& extents, const split_points& at);
[[nodiscard]] part_list unstacked_parts(const shape& extents, std::ptrdiff_t axis);

template <class T>
view_list<T> parts_of(ndarray<T>& a, const part_list& parts) {
  std::vector<array_view<T>> views;
  for (const part_slices& part : parts) views.emplace_back(a.link(), sliced(a.extents(), part));
  return view_list<T>(std::move(views));
}
template <class T>
view_list<T> parts_of(const array_view<T>& whole, const part_list& parts) {
  std::vector<array_view<T>> views;
  for (const part_slices& part : parts) views.push_back(whole.part(part));
  return view_list<T>(std::move(views));
}
template <array_like A>
auto parts_of(const A& a, const part_list& parts) {
  const graph::node_ptr node = a.node();
  std::vector<decltype(expression_like<A>(node))> views;
  for (const part_slices& part : parts)
    views.emplace_back(graph::make_view(node, sliced(node->extents, part)));
  return views;
}

}  // namespace detail

/// Parts along an axis: so many of equal extent, or the parts between indices. Moves no memory.
/// `numpy.split`.
/// @throws value_error  "array split does not result in an equal division", "number sections must
///                      be larger than 0."
/// @throws axis_error
template <array_like A>
[[nodiscard]] auto split(A&& a, const split_points& at, axis_index axis = 0) {
  const detail::part_list parts = detail::split_parts(a.shape(), at, axis);
  return detail::parts_of(std::forward<A>(a), parts);
}
/// The same; if the number of parts does not divide the extent, the first ones are longer by one.
/// `numpy.array_split`.
template <array_like A>
[[nodiscard]] auto array_split(A&& a, const split_points& at, axis_index axis = 0) {
  const detail::part_list parts = detail::array_split_parts(a.shape(), at, axis);
  return detail::parts_of(std::forward<A>(a), parts);
}
/// `split` along the second axis, along the only one of a vector. `numpy.hsplit`.
/// @throws value_error  "hsplit only works on arrays of 1 or more dimensions"
template <array_like A>
[[nodiscard]] auto hsplit(A&& a, const split_points& at) {
  const detail::part_list parts = detail::hsplit_parts(a.shape(), at);
  return detail::parts_of(std::forward<A>(a), parts);
}
/// `split` along the first axis. `numpy.vsplit`.
/// @throws value_error  "vsplit only works on arrays of 2 or more dimensions"
template <array_like A>
[[nodiscard]] auto vsplit(A&& a, const split_points& at) {
  const detail::part_list parts = detail::vsplit_parts(a.shape(), at);
  return detail::parts_of(std::forward<A>(a), parts);
}
/// `split` along the third axis. `numpy.dsplit`.
/// @throws value_error  "dsplit only works on arrays of 3 or more dimensions"
template <array_like A>
[[nodiscard]] auto dsplit(A&& a, const split_points& at) {
  const detail::part_list parts = detail::dsplit_parts(a.shape(), at);
  return detail::parts_of(std::forward<A>(a), parts);
}
/// The parts at each index of an axis, which they do not have. Moves no memory. `numpy.unstack`.
/// @throws value_error  "Input array must be at least 1-d."
/// @throws axis_error
template <array_like A>
[[nodiscard]] auto unstack(A&& a, axis_index axis = 0) {
  const detail::part_list parts = detail::unstacked_parts(a.shape(), axis);
  return detail::parts_of(std::forward<A>(a), parts);
}

}  // namespace gpu
