// SPDX-License-Identifier: BSD-3-Clause
// Views by lists of slices and of `keep` and `drop`, whose length is known only at run time.
#pragma once

#include <concepts>
#include <optional>
#include <utility>
#include <vector>

#include <gpu/array/indexing/keep.hpp>
#include <gpu/array/indexing/strided_view.hpp>
#include <gpu/core/error.hpp>

namespace gpu {

/// A slice, an index, or what `keep` and `drop` make.
class dynamic_slice {
 public:
  template <std::convertible_to<slice> Slice>
  dynamic_slice(const Slice& one) : basic_(one) {}
  dynamic_slice(listed_slice list) : basic_(all()), list_(std::move(list)) {}

  [[nodiscard]] const slice& basic() const& noexcept { return basic_; }
  [[nodiscard]] slice basic() const&& { return basic_; }
  /// Refers to this.
  [[nodiscard]] detail::slice_or_list entry() const {
    return list_ ? detail::slice_or_list(*list_) : detail::slice_or_list(basic_);
  }
  [[nodiscard]] bool is_list() const noexcept { return list_.has_value(); }

 private:
  slice basic_;
  std::optional<listed_slice> list_;
};

/// xtensor's name of a list for `dynamic_view`.
using xdynamic_slice_vector = std::vector<dynamic_slice>;

namespace detail {
[[nodiscard]] inline listed_elements listed(const graph::node_ptr& a,
                                            const xdynamic_slice_vector& slices) {
  std::vector<slice_or_list> entries;
  for (const dynamic_slice& one : slices) entries.push_back(one.entry());
  return listed(a, std::span<const slice_or_list>(entries));
}
/// @throws index_error  if there is a list
[[nodiscard]] inline xstrided_slice_vector slices_of(const xdynamic_slice_vector& slices) {
  xstrided_slice_vector basic;
  for (const dynamic_slice& one : slices) {
    if (one.is_list()) throw index_error("keep and drop are of arrays, not of views of them");
    basic.push_back(one.basic());
  }
  return basic;
}
}  // namespace detail

/// `a[slices]`, with `keep` and `drop` among them. Of an array that can be written it is
/// assignable. `strided_view` of slices alone computes no positions. xtensor's.
/// @throws index_error  as `view`
template <array_like A>
[[nodiscard]] auto dynamic_view(const A& a, const xdynamic_slice_vector& slices) {
  return detail::expression_like<A>(detail::listed(a.node(), slices).elements);
}
template <class T>
[[nodiscard]] indexed_view<T> dynamic_view(ndarray<T>& a, const xdynamic_slice_vector& slices) {
  return {a.link(), detail::listed(a.node(), slices).positions};
}
/// Of slices alone.
template <class T>
[[nodiscard]] array_view<T> dynamic_view(const array_view<T>& a,
                                         const xdynamic_slice_vector& slices) {
  return a.part(detail::slices_of(slices));
}

}  // namespace gpu
