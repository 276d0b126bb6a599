// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/operand_checks.hpp>

#include <algorithm>
#include <memory>

#include <gpu/array/indexing/access.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/iteration.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::detail {

bool all_true(const graph::node_ptr& value) {
  const auto count = static_cast<std::size_t>(element_count(value->extents));
  const std::unique_ptr<bool[]> elements(new bool[count]);
  read_elements(value, elements.get());
  return std::all_of(elements.get(), elements.get() + count, [](bool one) { return one; });
}

bool shares_memory(const graph::node_ptr& a, const graph::node_ptr& b) {
  const graph::node_ptr left = graph::resolved(a);
  const graph::node_ptr right = graph::resolved(b);
  if (left->kind != graph::node_kind::leaf || right->kind != graph::node_kind::leaf) return false;
  const auto& first = static_cast<const graph::leaf_node&>(*left);
  const auto& second = static_cast<const graph::leaf_node&>(*right);
  return first.block == second.block && may_overlap(first.placement(), second.placement());
}

void require_shape(const shape& value, const shape& target) {
  if (value != target)
    throw shape_error(text_of("non-broadcastable output operand with shape ", target,
                              " doesn't match the broadcast shape ", value));
}

}  // namespace gpu::detail
