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

/// The operands of `value` if it is yet to be computed by `op`; else null.
const operand_list* operands_of(const node& value, const op_record& op) {
  if (value.kind != node_kind::op) return nullptr;
  const auto& call = static_cast<const op_node&>(value);
  return &call.op == &op && call.result() == nullptr ? &call.operands : nullptr;
}

}  // namespace

std::optional<gather_parts> gather_parts_of(const node_ptr& offset) {
  gather_parts parts{{0, offset->extents, shape(offset->extents.size(), 0)}, {}, nullptr};
  const node* at = offset.get();
  if (const operand_list* const moved = operands_of(*at, moved_offset_record())) {
    const node& base = *(*moved)[1];
    if (base.kind != node_kind::index || base.extents != offset->extents) return std::nullopt;
    parts.kept = static_cast<const index_node&>(base).placement();
    at = (*moved)[0].get();
  }
  while (const operand_list* const operands = operands_of(*at, checked_offset_record())) {
    for (std::size_t i = 2; i < 5; ++i)
      if (!is_number(*(*operands)[i])) return std::nullopt;
    parts.axes.push_back({(*operands)[1], value_of(*(*operands)[2]), value_of(*(*operands)[3]),
                          static_cast<std::size_t>(value_of(*(*operands)[4]))});
    parts.report = (*operands)[5];
    at = (*operands)[0].get();
  }
  if (parts.axes.empty() || !is_number(*at)) return std::nullopt;
  std::reverse(parts.axes.begin(), parts.axes.end());
  parts.kept.offset += value_of(*at);
  return parts;
}

}  // namespace gpu::graph
