// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/csv.hpp>

#include <ostream>
#include <vector>

#include <gpu/array/indexing/access.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "interop/number_str.hpp"

namespace gpu::detail {

void write_csv(std::ostream& stream, const graph::node_ptr& value) {
  const shape& extents = value->extents;
  if (extents.size() != 2)
    throw value_error(text_of("Expected 2D array, got ", extents.size(), "D array instead"));
  const std::size_t size = size_bytes(value->type);
  std::vector<std::byte> elements(static_cast<std::size_t>(element_count(extents)) * size);
  read_elements(value, elements.data());
  const std::byte* element = elements.data();
  for (std::ptrdiff_t row = 0; row < extents[0]; ++row) {
    std::string line;
    for (std::ptrdiff_t column = 0; column < extents[1]; ++column, element += size) {
      if (column > 0) line += ',';
      append_number(line, value->type, element);
    }
    stream << line << '\n';
  }
  if (!stream) throw file_error("the stream cannot be written");
}

}  // namespace gpu::detail
