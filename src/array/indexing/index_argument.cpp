// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/index_argument.hpp>

#include <gpu/array/nested_list.hpp>

namespace gpu::detail {

index_argument::index_argument(std::initializer_list<std::initializer_list<list_integer>> rows)
    : extents_{static_cast<std::ptrdiff_t>(rows.size())} {
  for (const auto& row : rows) {
    require_extent(extents_, 1, static_cast<std::ptrdiff_t>(row.size()));
    numbers_.insert(numbers_.end(), row.begin(), row.end());
  }
}

graph::node_ptr index_argument::on(device where) const {
  if (node_) return node_;
  if (extents_.empty()) return graph::make_scalar(dtype::int64, numbers_.data());
  return graph::node_ptr(leaf_from_host(numbers_.data(), dtype::int64, extents_, where).get());
}

std::vector<std::ptrdiff_t> indices_on_host(const graph::node_ptr& indices) {
  static_assert(sizeof(std::ptrdiff_t) == sizeof(std::int64_t));
  std::vector<std::ptrdiff_t> numbers(static_cast<std::size_t>(element_count(indices->extents)));
  if (!numbers.empty()) read_elements(graph::make_cast(indices, dtype::int64), numbers.data());
  return numbers;
}

}  // namespace gpu::detail
