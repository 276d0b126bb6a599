// SPDX-License-Identifier: BSD-3-Clause
#include "graph/schedule/joined_parts.hpp"

#include <utility>

#include <gpu/graph/build.hpp>

#include "graph/joining.hpp"

namespace gpu::graph {
namespace {

/// Elements [begin, end) of `extents` along an axis, all along the others.
affine_view part_view(shape extents, std::size_t axis, std::ptrdiff_t begin, std::ptrdiff_t end) {
  affine_view view{{}, shape(extents.size(), 0), {}};
  for (std::size_t k = 0; k < extents.size(); ++k) view.terms.push_back({k, k, 1});
  view.start[axis] = begin;
  extents[axis] = end - begin;
  view.extents = std::move(extents);
  return view;
}

}  // namespace

leaf_ptr leaf_part(const leaf_node& whole, std::size_t axis, std::ptrdiff_t begin,
                   std::ptrdiff_t end) {
  layout place = whole.placement();
  place.offset += begin * place.strides[axis];
  place.extents[axis] = end - begin;
  return leaf_ptr::first(new leaf_node(whole.block, whole.type, place, *whole.where));
}

node_ptr value_part(const node_ptr& value, std::size_t axis, std::ptrdiff_t begin,
                    std::ptrdiff_t end) {
  if (begin == 0 && end == value->extents[axis]) return value;
  return make_view(value, part_view(value->extents, axis, begin, end));
}

std::vector<root_part> parts_of(const node& joined, const leaf_ptr& whole) {
  struct open_value {
    const library_node& joined;
    leaf_ptr target;
    std::size_t axis;
    std::size_t next = 0;      // operand
    std::ptrdiff_t begin = 0;  // of that
  };
  const auto opened = [](const node& value, leaf_ptr target) -> open_value {
    return {static_cast<const library_node&>(value), std::move(target), *joined_axis(value)};
  };
  std::vector<root_part> parts;
  std::vector<open_value> open{opened(joined, whole)};
  parts.reserve(open.front().joined.operands.size());
  while (!open.empty()) {
    open_value& from = open.back();
    if (from.next == from.joined.operands.size()) {
      open.pop_back();
      continue;
    }
    const node_ptr& operand = from.joined.operands[from.next++];
    const std::ptrdiff_t begin = from.begin;
    from.begin += operand->extents[from.axis];
    leaf_ptr target = leaf_part(*from.target, from.axis, begin, from.begin);
    const node& value = resolved(*operand);
    if (value.use_count() == 1 && joined_axis(value))
      open.push_back(opened(value, std::move(target)));
    else
      parts.push_back({node_ptr(&value), std::move(target), whole});
  }
  return parts;
}

}  // namespace gpu::graph
