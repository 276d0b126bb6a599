// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/copyto.hpp>

#include <gpu/array/operand_checks.hpp>
#include <gpu/array/ufunc/checks.hpp>
#include <gpu/core/broadcast.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::detail {

graph::leaf_ptr copied_leaf(const graph::node_ptr& value) {
  const bool is_in_memory = graph::resolved(value)->kind == graph::node_kind::leaf;
  graph::leaf_ptr leaf = execute::evaluate(value);
  if (!is_in_memory || !shares_memory(graph::node_ptr(leaf.get()), value)) return leaf;
  return moved_to(value, *leaf->where, true);
}

graph::node_ptr copied_node(graph::node_ptr value, const graph::node_ptr& target, casting rule,
                            const graph::node_ptr& mask) {
  value = converted(value, target->type, rule);
  if (!mask) return value;
  if (!broadcasts_to(mask->extents, target->extents))
    throw shape_error(text_of("could not broadcast where mask from shape ", mask->extents,
                              " into shape ", target->extents));
  if (value->extents.size() <= target->extents.size() &&
      !broadcasts_to(value->extents, target->extents))
    return value;  // the write says what is wrong
  return masked(mask, std::move(value), target, target->type);
}

void require_number_cast(dtype from, dtype to, casting rule) {
  if (!can_cast(operand_type{from, true}, to, rule)) throw_no_array_cast(from, to, rule, 0);
}

}  // namespace gpu::detail
