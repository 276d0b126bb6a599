// SPDX-License-Identifier: BSD-3-Clause
#include "interop/parsed_table.hpp"

#include <algorithm>
#include <cstring>

#include <gpu/array/indexing/access.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::detail {
namespace {

/// In C order, `rows` x `columns`, transposed.
std::vector<std::byte> transposed(const parsed_table& table) {
  const std::size_t size = size_bytes(table.type);
  const auto rows = static_cast<std::size_t>(table.rows);
  const auto columns = static_cast<std::size_t>(table.columns);
  std::vector<std::byte> result(table.bytes.size());
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column)
      std::memcpy(result.data() + (column * rows + row) * size,
                  table.bytes.data() + (row * columns + column) * size, size);
  return result;
}

shape extents_of(const parsed_table& table, int ndmin, bool unpack) {
  shape extents;
  for (const std::ptrdiff_t extent : {table.rows, table.columns})
    if (ndmin == 2 || extent != 1) extents.push_back(extent);
  if (ndmin == 1 && extents.empty()) extents.push_back(1);
  if (unpack) std::reverse(extents.begin(), extents.end());
  return extents;
}

}  // namespace

void require_ndmin(int ndmin) {
  if (ndmin < 0 || ndmin > 2) throw value_error(text_of("Illegal value of ndmin keyword: ", ndmin));
}

graph::leaf_ptr leaf_of_table(const parsed_table& table, int ndmin, bool unpack, device where) {
  const shape extents = extents_of(table, ndmin, unpack);
  if (!unpack) return leaf_from_host(table.bytes.data(), table.type, extents, where);
  const std::vector<std::byte> columns = transposed(table);
  return leaf_from_host(columns.data(), table.type, extents, where);
}

}  // namespace gpu::detail
