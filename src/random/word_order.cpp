// SPDX-License-Identifier: BSD-3-Clause
#include "random/word_order.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>

#include <gpu/array/creation.hpp>

#include "vendor/cub/host_sort.hpp"

namespace gpu::random::detail {

graph::leaf_ptr order_of_words(const graph::leaf_ptr& words) {
  const std::ptrdiff_t count = element_count(words->extents);
  const std::unique_ptr<std::uint32_t[]> order(new std::uint32_t[static_cast<std::size_t>(count)]);
  vendor::sort_by_keys(static_cast<const std::uint64_t*>(words->block->data()) + words->offset,
                       nullptr, order.get(), count);
  graph::leaf_ptr positions = gpu::detail::uninitialised_leaf(dtype::int64, words->extents, cpu());
  std::copy_n(order.get(), count, static_cast<std::int64_t*>(positions->block->data()));
  return positions;
}

}  // namespace gpu::random::detail
