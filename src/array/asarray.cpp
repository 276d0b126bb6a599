// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/asarray.hpp>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::detail {

graph::leaf_ptr leaf_from_buffer(dtype type, std::span<const std::byte> buffer,
                                 std::ptrdiff_t count, std::ptrdiff_t offset, device where) {
  const auto size = static_cast<std::ptrdiff_t>(buffer.size());
  const auto item_size = static_cast<std::ptrdiff_t>(size_bytes(type));
  if (offset < 0 || offset > size)
    throw value_error(text_of("offset must be non-negative and no greater than buffer length (",
                              size, "), not ", offset));
  const std::ptrdiff_t rest = size - offset;
  if (count < 0 && rest % item_size != 0)
    throw value_error(text_of("buffer size must be a multiple of element size: ", rest,
                              " bytes for elements of ", item_size));
  if (count > rest / item_size)
    throw value_error(text_of("buffer is smaller than requested size: ", rest, " bytes for ", count,
                              " elements of ", item_size));
  return leaf_from_host(buffer.data() + offset, type, {count < 0 ? rest / item_size : count},
                        where);
}

void require_items(std::ptrdiff_t expected, std::ptrdiff_t found) {
  if (found < expected)
    throw value_error(text_of("iterator too short: Expected ", expected, " but iterator had only ",
                              found, " items."));
}

}  // namespace gpu::detail
