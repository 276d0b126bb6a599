// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cctype>
#include <string>

#include <gpu/array/indexing/access.hpp>
#include <gpu/array/manipulation/padding.hpp>
#include <gpu/array/reduction/reduction.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/slice.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/ufunc/node_arithmetic.hpp"

namespace gpu::detail {
namespace {

using graph::node_ptr;

/// The first and the last index of an axis at which `mask` holds anywhere, as two values.
void add_bounds(std::vector<node_ptr>& bounds, const node_ptr& mask, std::size_t axis) {
  const node_ptr index = graph::make_index(mask->extents, axis, 0, 1, graph::device_of(mask));
  const auto limit = [](std::int64_t value) { return graph::make_scalar(dtype::int64, &value); };
  const reduction_settings all_axes{std::nullopt};
  bounds.push_back(plain_reduction<reductions::min>::make(
      apply_op<ops::where>(mask, index, limit(mask->extents[axis])), all_axes));
  bounds.push_back(plain_reduction<reductions::max>::make(
      apply_op<ops::where>(mask, index, limit(-1)), all_axes));
}

/// The part of each axis outside of which all elements are zero; none if all are. Waits.
std::vector<slice> nonzero_part(const node_ptr& a) {
  if (element_count(a->extents) == 0) return {};
  const node_ptr mask = apply_op<ops::not_equal>(a, number(a->type, 0));
  std::vector<node_ptr> bounds;
  for (std::size_t axis = 0; axis < a->extents.size(); ++axis) add_bounds(bounds, mask, axis);
  const std::vector<graph::leaf_ptr> leaves = execute::evaluate(bounds);
  std::vector<slice> part;
  for (std::size_t axis = 0; axis < a->extents.size(); ++axis) {
    std::int64_t first = 0, last = 0;
    read_element(*leaves[2 * axis], 0, &first);
    read_element(*leaves[2 * axis + 1], 0, &last);
    if (last < 0) return {};
    part.push_back(range(first, last + 1));
  }
  return part;
}

}  // namespace

node_ptr trimmed(const node_ptr& a, std::string_view trim,
                 const std::optional<std::vector<std::ptrdiff_t>>& axes) {
  std::string ends(trim);
  std::transform(ends.begin(), ends.end(), ends.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (ends != "fb" && ends != "bf" && ends != "f" && ends != "b")
    throw value_error(text_of("unexpected character(s) in `trim`: '", ends, "'"));
  const std::size_t rank = a->extents.size();
  std::vector<bool> is_trimmed(rank, !axes);
  if (axes)
    for (const std::ptrdiff_t axis : *axes) is_trimmed[normalize_axis_index(axis, rank)] = true;
  if (std::find(is_trimmed.begin(), is_trimmed.end(), true) == is_trimmed.end()) return a;
  const std::vector<slice> part = nonzero_part(a);
  std::vector<slice> shown;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    if (!is_trimmed[axis])
      shown.push_back(all());
    else if (part.empty())
      shown.push_back(range(0));
    else
      shown.push_back({slice::kind::range, ends == "b" ? std::nullopt : part[axis].start(),
                       ends == "f" ? std::nullopt : part[axis].stop(), 1});
  }
  return graph::make_view(a, sliced(a->extents, shown));
}

}  // namespace gpu::detail
