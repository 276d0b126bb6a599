// SPDX-License-Identifier: BSD-3-Clause
#include "array/indexing/box_write.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <unordered_set>
#include <vector>

#include <gpu/array/array_base.hpp>
#include <gpu/array/indexing/access.hpp>
#include <gpu/execute/evaluate.hpp>

#include "core/iteration.hpp"

namespace gpu::detail {
namespace {

using graph::leaf_node;
using graph::leaf_ptr;
using graph::node;
using graph::node_ptr;

/// Bytes of an array from which copying the rest of it costs less than copying all of it: on a GPU
/// up to two launches for each axis take as long as so many bytes.
constexpr std::size_t min_bytes_on_gpu = std::size_t{16} << 20;
constexpr std::size_t min_bytes_on_cpu = std::size_t{256} << 10;

/// Indices [first, end) of each axis.
struct box {
  shape first;
  shape end;
};

/// The indices that `affine` shows, if it shows each of a box once.
std::optional<box> box_of(const affine_view& affine) {
  box shown{affine.start, affine.start};
  std::vector<bool> is_shown(affine.extents.size());
  for (std::ptrdiff_t& end : shown.end) ++end;
  std::size_t axes = 0;
  for (const affine_view::term& term : affine.terms) {
    const std::ptrdiff_t count = affine.extents[term.out_axis];
    const bool is_taken = shown.end[term.in_axis] - shown.first[term.in_axis] != 1;
    if ((term.step != 1 && term.step != -1) || is_shown[term.out_axis] || is_taken || count == 0)
      return std::nullopt;
    is_shown[term.out_axis] = true;
    ++axes;
    if (term.step == 1)
      shown.end[term.in_axis] = shown.first[term.in_axis] + count;
    else
      shown.first[term.in_axis] = shown.end[term.in_axis] - count;
  }
  for (std::size_t axis = 0; axis < affine.extents.size(); ++axis)
    if (!is_shown[axis] && affine.extents[axis] != 1) return std::nullopt;
  return axes == 0 ? std::nullopt : std::optional(shown);
}

std::ptrdiff_t size_of(const box& shown) {
  std::ptrdiff_t count = 1;
  for (std::size_t axis = 0; axis < shown.first.size(); ++axis)
    count *= shown.end[axis] - shown.first[axis];
  return count;
}

affine_view view_of(const box& shown) {
  affine_view view{shape(shown.first.size(), 0), shown.first, {}};
  for (std::size_t axis = 0; axis < shown.first.size(); ++axis) {
    view.extents[axis] = shown.end[axis] - shown.first[axis];
    view.terms.push_back({axis, axis, 1});
  }
  return view;
}

/// All indices outside a box: before and behind it along the first axis, then what is left of the
/// box's own indices along that one, and so on.
std::vector<box> rest_of(const box& shown, const shape& extents) {
  std::vector<box> rest;
  box left{shape(extents.size(), 0), extents};
  const auto add = [&](std::size_t axis, std::ptrdiff_t first, std::ptrdiff_t end) {
    if (first == end) return;
    rest.push_back(left);
    rest.back().first[axis] = first;
    rest.back().end[axis] = end;
  };
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    add(axis, 0, shown.first[axis]);
    add(axis, shown.end[axis], extents[axis]);
    left.first[axis] = shown.first[axis];
    left.end[axis] = shown.end[axis];
  }
  return rest;
}

leaf_ptr part_of(const leaf_node& array, const affine_view& affine) {
  return leaf_ptr(
      new leaf_node(array.block, array.type, apply(affine, array.placement()), *array.where));
}

}  // namespace

bool is_most_of(const affine_view& affine, const leaf_node& array) {
  const std::ptrdiff_t size = element_count(array.extents);
  const std::size_t bytes = static_cast<std::size_t>(size) * size_bytes(array.type);
  if (bytes < (array.where->is_cpu() ? min_bytes_on_cpu : min_bytes_on_gpu)) return false;
  const std::optional<box> shown = box_of(affine);
  return shown && size_of(*shown) > size / 2;
}

bool reads_other_places(const node& value, const leaf_node& array, const affine_view& affine) {
  const layout written = apply(affine, array.placement());
  std::unordered_set<const node*> met;
  std::vector<const node*> open{&value};
  bool reads = false;
  while (!open.empty() && !reads) {
    const node* const one = open.back();
    open.pop_back();
    if (!met.insert(one).second) continue;
    const node& known = graph::resolved(*one);
    if (known.kind == graph::node_kind::leaf) {
      const auto& leaf = static_cast<const leaf_node&>(known);
      const layout place = leaf.placement();
      reads = leaf.block == array.block && !(place == written) && may_overlap(place, written);
    } else {
      graph::visit_operands(known, [&](const node_ptr& operand) { open.push_back(operand.get()); });
    }
  }
  return reads;
}

leaf_ptr with_box(const leaf_node& array, const affine_view& affine, const node_ptr& value) {
  const leaf_ptr result = uninitialised_leaf(array.type, array.extents, *array.where);
  execute::assign(value, part_of(*result, affine));
  for (const box& part : rest_of(*box_of(affine), array.extents))
    execute::assign(node_ptr(part_of(array, view_of(part)).get()), part_of(*result, view_of(part)));
  return result;
}

}  // namespace gpu::detail
