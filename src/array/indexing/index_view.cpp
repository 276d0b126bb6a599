// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/index_view.hpp>

#include <gpu/array/creation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::detail {

std::vector<index_entry> entries_of(const std::vector<gpu::shape>& indices, std::size_t rank,
                                    device where) {
  if (rank == 0) throw index_error("an array without axes has no indices");
  std::vector<index_entry> entries;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    std::vector<std::int64_t> numbers;
    for (const gpu::shape& index : indices) {
      if (index.size() != rank)
        throw index_error(
            text_of("an index of ", index.size(), " numbers for an array with ", rank, " axes"));
      numbers.push_back(index[axis]);
    }
    const graph::leaf_ptr list = leaf_from_host(
        numbers.data(), dtype::int64, {static_cast<std::ptrdiff_t>(numbers.size())}, where);
    entries.emplace_back(graph::node_ptr(list.get()));
  }
  return entries;
}

void require_index_rows(const shape& extents, std::size_t rank) {
  if (rank == 0) throw index_error("an array without axes has no indices");
  if (extents.size() != 2 || extents[1] != static_cast<std::ptrdiff_t>(rank))
    throw index_error(text_of("indices of shape ", extents, " for an array with ", rank,
                              rank == 1 ? " axis" : " axes"));
}

}  // namespace gpu::detail
