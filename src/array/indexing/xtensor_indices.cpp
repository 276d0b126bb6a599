// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/xtensor_indices.hpp>

#include <cstddef>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/graph/build.hpp>

namespace gpu {

ndarray<std::int64_t> from_indices(const std::vector<shape>& indices) {
  const std::size_t rank = indices.empty() ? 0 : indices[0].size();
  std::vector<std::int64_t> numbers;
  for (const shape& index : indices) {
    if (index.size() != rank)
      throw shape_error(
          text_of("an index of ", index.size(), " numbers beside one of ", rank, " numbers"));
    numbers.insert(numbers.end(), index.begin(), index.end());
  }
  return from_host(numbers.data(), shape{indices.size(), rank});
}

namespace detail {

graph::node_ptr raveled_rows(const graph::node_ptr& rows, const shape& extents, layout_type order) {
  const std::size_t rank = extents.size();
  if (rows->extents.size() != 2 || rows->extents[1] != static_cast<std::ptrdiff_t>(rank))
    throw shape_error(text_of("indices of shape ", rows->extents, " for an array with ", rank,
                              rank == 1 ? " axis" : " axes"));
  std::vector<std::int64_t> steps(rank);
  std::int64_t step = 1;
  for (std::size_t k = 0; k < rank; ++k) {
    const std::size_t axis = order == layout_type::column_major ? k : rank - 1 - k;
    steps[axis] = step;
    step *= extents[axis];
  }
  const device where = graph::device_of(rows);
  const expression<std::int64_t> indices(graph::make_cast(rows, dtype::int64));
  return sum(indices * from_host(steps.data(), shape{rank}, where), -1).node();
}

}  // namespace detail
}  // namespace gpu
