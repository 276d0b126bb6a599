// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/keep.hpp>

#include <algorithm>
#include <cstdint>

#include <gpu/array/creation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/graph/build.hpp>

#include "array/indexing/gathered.hpp"
#include "array/indexing/taken_axes.hpp"

namespace gpu::detail {
namespace {

using graph::node_ptr;

/// @param number  of the axis, in messages
std::vector<std::int64_t> shown_indices(const listed_slice& list, std::ptrdiff_t size,
                                        std::size_t number) {
  std::vector<std::int64_t> named;
  for (const std::ptrdiff_t index : list.indices) {
    if (index < -size || index >= size)
      throw index_error(
          text_of("index ", index, " is out of bounds for axis ", number, " with size ", size));
    named.push_back(index < 0 ? index + size : index);
  }
  if (list.is_kept) return named;
  std::vector<std::int64_t> others;
  for (std::int64_t index = 0; index < size; ++index)
    if (std::find(named.begin(), named.end(), index) == named.end()) others.push_back(index);
  return others;
}

bool takes_an_axis(const slice_or_list& entry) {
  const slice::kind what = entry.basic.what();
  return what == slice::kind::index || what == slice::kind::range;
}

}  // namespace

listed_elements listed(const node_ptr& a, std::span<const slice_or_list> entries) {
  std::vector<slice> slices;
  std::size_t named = 0;
  for (const slice_or_list& entry : entries) {
    slices.push_back(entry.basic);
    named += takes_an_axis(entry) ? 1 : 0;
  }
  const node_ptr source = placed(a);
  const device where = *source->where;
  const node_ptr seen = graph::make_view(source, sliced(a->extents, slices));
  const layout place = graph::layout_in_memory(*seen);
  layout kept{0, seen->extents, place.strides};
  std::vector<graph::indexed_axis> axes;
  std::size_t axis = 0;    // of `seen`
  std::size_t number = 0;  // of `a`
  for (const slice_or_list& entry : entries) {
    const slice::kind what = entry.basic.what();
    const std::size_t passed = what == slice::kind::ellipsis ? a->extents.size() - named
                               : takes_an_axis(entry)        ? 1
                                                             : 0;
    if (entry.list != nullptr) {
      const std::vector<std::int64_t> indices =
          shown_indices(*entry.list, a->extents[number], number);
      const auto count = static_cast<std::ptrdiff_t>(indices.size());
      shape on_axis(seen->extents.size(), 1);
      on_axis[axis] = count;
      const graph::leaf_ptr list = leaf_from_host(indices.data(), dtype::int64, on_axis, where);
      axes.push_back({node_ptr(list.get()), std::max<std::ptrdiff_t>(a->extents[number], 1),
                      place.strides[axis], number});
      kept.extents[axis] = count;
      kept.strides[axis] = 0;
    }
    axis += what == slice::kind::index ? 0 : what == slice::kind::newaxis ? 1 : passed;
    number += passed;
  }
  listed_elements result;
  result.elements = gathered(seen, kept, axes, index_mode::clip, nullptr);
  const graph::node& whole = graph::resolved(*source);
  const graph::node& part = graph::resolved(*seen);
  if (whole.kind == graph::node_kind::leaf && part.kind == graph::node_kind::leaf)
    kept.offset = static_cast<const graph::leaf_node&>(part).offset -
                  static_cast<const graph::leaf_node&>(whole).offset;
  result.positions = graph::make_gather_offset(where, kept, axes, index_mode::clip, nullptr);
  return result;
}

}  // namespace gpu::detail
