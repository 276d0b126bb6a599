// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/operand_checks.hpp>

#include <algorithm>
#include <memory>

#include <gpu/array/indexing/access.hpp>
#include <gpu/array/memory_sharing.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::detail {

bool all_true(const graph::node_ptr& value) {
  const auto count = static_cast<std::size_t>(element_count(value->extents));
  const std::unique_ptr<bool[]> elements(new bool[count]);
  read_elements(value, elements.get());
  return std::all_of(elements.get(), elements.get() + count, [](bool one) { return one; });
}

bool shares_memory(const graph::node_ptr& a, const graph::node_ptr& b) {
  return is_shared(*a, *b);
}

void require_shape(const shape& value, const shape& target) {
  if (value != target)
    throw shape_error(text_of("non-broadcastable output operand with shape ", target,
                              " doesn't match the broadcast shape ", value));
}

}  // namespace gpu::detail
