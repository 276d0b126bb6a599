// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/index_argument.hpp>

#include <algorithm>
#include <memory>
#include <utility>

#include <gpu/core/casting.hpp>
#include <gpu/core/error.hpp>

namespace gpu::detail {

graph::node_ptr as_indices(graph::node_ptr indices) {
  const dtype type = indices->type;
  if (is_integer(type)) return indices;
  if (type != dtype::bool_)
    throw_no_array_cast(type, dtype::int64, casting::same_kind, indices->extents.size());
  return graph::make_cast(std::move(indices), dtype::int64);
}

graph::node_ptr as_indices_or_mask(graph::node_ptr indices) {
  if (traits(indices->type).kind > dtype_kind::integer)
    throw index_error("arrays used as indices must be of integer (or boolean) type");
  return indices;
}

graph::node_ptr mask_on(const std::vector<bool>& mask, device where) {
  const auto flags = std::make_unique<bool[]>(mask.size());
  std::copy(mask.begin(), mask.end(), flags.get());
  const shape extents{static_cast<std::ptrdiff_t>(mask.size())};
  return graph::node_ptr(leaf_from_host(flags.get(), dtype::bool_, extents, where).get());
}

index_argument::index_argument(nested_list<list_integer> indices) {
  const flat_values<list_integer> flat = flatten(indices);
  numbers_.assign(flat.values.begin(), flat.values.end());
  extents_ = flat.extents;
}

index_or_mask_argument::index_or_mask_argument(const std::vector<bool>& mask)
    : index_argument([&] {
        std::vector<std::int64_t> held;
        for (std::size_t i = 0; i < mask.size(); ++i)
          if (mask[i]) held.push_back(static_cast<std::int64_t>(i));
        return held;
      }()) {}

graph::node_ptr index_argument::on(device where) const {
  if (node_) return node_;
  if (extents_.empty()) return graph::make_scalar(dtype::int64, numbers_.data());
  return graph::node_ptr(leaf_from_host(numbers_.data(), dtype::int64, extents_, where).get());
}

std::vector<std::ptrdiff_t> index_argument::on_host() const {
  return node_ ? indices_on_host(node_)
               : std::vector<std::ptrdiff_t>(numbers_.begin(), numbers_.end());
}

std::vector<std::ptrdiff_t> indices_on_host(const graph::node_ptr& indices) {
  static_assert(sizeof(std::ptrdiff_t) == sizeof(std::int64_t));
  std::vector<std::ptrdiff_t> numbers(static_cast<std::size_t>(element_count(indices->extents)));
  if (!numbers.empty()) read_elements(graph::make_cast(indices, dtype::int64), numbers.data());
  return numbers;
}

}  // namespace gpu::detail
