// SPDX-License-Identifier: BSD-3-Clause
// Rows of numbers that were read from a text, as an array.
#pragma once

#include <cstddef>
#include <vector>

#include <gpu/graph/node.hpp>

namespace gpu::detail {

/// Elements of `type` in C order.
struct parsed_table {
  dtype type;
  std::vector<std::byte> bytes;
  std::ptrdiff_t rows;
  std::ptrdiff_t columns;
};

/// @throws value_error  "Illegal value of ndmin keyword: 3"
void require_ndmin(int ndmin);

/// The table as an array of `ndmin` axes at least, without other axes of extent 1; transposed if it
/// is unpacked.
[[nodiscard]] graph::leaf_ptr leaf_of_table(const parsed_table& table, int ndmin, bool unpack,
                                            device where);

}  // namespace gpu::detail
