// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/stride_tricks.hpp>

#include <algorithm>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/graph/build.hpp>

namespace gpu::detail {
namespace {

/// The axes of the windows from 0, which are as many as the extents of a window.
std::vector<std::size_t> window_axes(const shape& extents, const shape& window,
                                     const std::optional<axes_list>& axes) {
  const std::size_t rank = extents.size();
  if (!axes && window.size() != rank)
    throw value_error(
        text_of("Since axis is `None`, must provide window_shape for all dimensions of `x`; got ",
                window.size(), " window_shape elements and `x.ndim` is ", rank, "."));
  std::vector<std::size_t> result;
  for (const std::ptrdiff_t axis : axes ? *axes : every_axis(rank))
    result.push_back(normalize_axis_index(axis, rank));
  if (result.size() != window.size())
    throw value_error(text_of("Must provide matching length window_shape and axis; got ",
                              window.size(), " window_shape elements and ", result.size(),
                              " axes elements."));
  return result;
}

/// The first and the last element that a view with strides reads, in an array of `count`.
/// @throws index_error  if one of them is outside
void require_within(const shape& extents, const shape& strides, std::ptrdiff_t count) {
  std::ptrdiff_t first = 0;
  std::ptrdiff_t last = 0;
  bool is_inside = true;
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    std::ptrdiff_t reach = 0;
    std::ptrdiff_t& end = strides[axis] < 0 ? first : last;
    is_inside = is_inside && !__builtin_mul_overflow(extents[axis] - 1, strides[axis], &reach) &&
                !__builtin_add_overflow(end, reach, &end);
  }
  if (is_inside && first >= 0 && last < count) return;
  throw index_error(text_of(
      "as_strided: shape ", extents, " with strides ", strides, " reaches ",
      is_inside ? text_of("from element ", first, " to element ", last, ", ") : std::string(),
      "outside of an array of ", count, " elements"));
}

}  // namespace

graph::node_ptr windows_of(const graph::node_ptr& value, const shape& window,
                           const std::optional<axes_list>& axes) {
  const shape& extents = value->extents;
  if (std::any_of(window.begin(), window.end(), [](std::ptrdiff_t extent) { return extent < 0; }))
    throw value_error(
        text_of("`window_shape` cannot contain negative values, as in ", tuple_text(window)));
  const std::vector<std::size_t> along = window_axes(extents, window, axes);
  affine_view view{extents, shape(extents.size(), 0), {}};
  for (std::size_t axis = 0; axis < extents.size(); ++axis) view.terms.push_back({axis, axis, 1});
  for (std::size_t i = 0; i < along.size(); ++i) {
    std::ptrdiff_t& places = view.extents[along[i]];
    if (places < window[i])
      throw value_error(text_of("window shape cannot be larger than input array shape: window ",
                                tuple_text(window), ", array ", tuple_text(extents)));
    places = places - window[i] + 1;
    view.terms.push_back({extents.size() + i, along[i], 1});
  }
  for (const std::ptrdiff_t extent : window) view.extents.push_back(extent);
  return graph::make_view(value, view);
}

graph::node_ptr strided(const graph::node_ptr& value, const shape& extents, const shape& strides) {
  if (extents.size() != strides.size())
    throw value_error(text_of("mismatch in length of strides and shape: ", strides.size(), " and ",
                              extents.size()));
  const std::ptrdiff_t count = element_count(value->extents);
  affine_view view{extents, shape(1, 0), {}};
  if (element_count(extents) > 0) {
    require_within(extents, strides, count);
    for (std::size_t axis = 0; axis < extents.size(); ++axis)
      if (extents[axis] > 1 && strides[axis] != 0) view.terms.push_back({axis, 0, strides[axis]});
  }
  return graph::make_view(graph::make_reshape(value, {count}), view);
}

}  // namespace gpu::detail
