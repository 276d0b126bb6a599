// SPDX-License-Identifier: BSD-3-Clause
#include "graph/gather_parts.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace gpu::graph {
namespace {

std::int64_t value_of(const node& scalar) {
  std::int64_t value = 0;
  std::memcpy(&value, static_cast<const scalar_node&>(scalar).bytes, sizeof(value));
  return value;
}

bool is_number(const node& value) {
  return value.kind == node_kind::scalar && value.type == dtype::int64;
}

bool is_checked_offset(const node& value) {
  return value.kind == node_kind::op &&
         &static_cast<const op_node&>(value).op == &checked_offset_record();
}

}  // namespace

std::optional<gather_parts> gather_parts_of(const node_ptr& offset) {
  gather_parts parts{{0, offset->extents, shape(offset->extents.size(), 0)}, {}, nullptr};
  const node* at = offset.get();
  for (; is_checked_offset(*at); at = static_cast<const op_node*>(at)->operands[0].get()) {
    const operand_list& operands = static_cast<const op_node*>(at)->operands;
    for (std::size_t i = 2; i < 5; ++i)
      if (!is_number(*operands[i])) return std::nullopt;
    parts.axes.push_back({operands[1], value_of(*operands[2]), value_of(*operands[3]),
                          static_cast<std::size_t>(value_of(*operands[4]))});
    parts.report = operands[5];
  }
  if (parts.axes.empty()) return std::nullopt;
  std::reverse(parts.axes.begin(), parts.axes.end());
  if (is_number(*at))
    parts.kept.offset = value_of(*at);
  else if (at->kind == node_kind::index && at->extents == offset->extents)
    parts.kept = static_cast<const index_node*>(at)->placement();
  else
    return std::nullopt;
  return parts;
}

}  // namespace gpu::graph
