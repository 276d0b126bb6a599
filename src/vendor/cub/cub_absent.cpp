// SPDX-License-Identifier: BSD-3-Clause
// CUB's algorithms in a library that was built without CUDA: no stream is a GPU's, so no one asks.
#if !GPU_HAS_CUDA
#include <gpu/core/error.hpp>

#include "vendor/cub/cub.hpp"
#include "vendor/cub/scatter_kernels.hpp"

namespace gpu::cub_kernels {

bool are_registered() noexcept {
  return false;
}
template <class Key>
int radix_sort(workspace&, const sort_request&) {
  fail("this library was built without CUDA");
}
template <class Key>
int sort_rows(workspace&, const sort_request&) {
  fail("this library was built without CUDA");
}
template <class Key>
int sort_short_rows(stream_handle, const rows_request&, void*) {
  fail("this library was built without CUDA");
}
template <class Key>
int order_short_rows(stream_handle, const rows_request&, void*, int) {
  fail("this library was built without CUDA");
}
template <class Bits>
int select_first(stream_handle, const first_request&) {
  fail("this library was built without CUDA");
}
template <class Bits>
int select_ranks(workspace&, const ranks_request&) {
  fail("this library was built without CUDA");
}
template <class Bits>
int first_positions(workspace&, const positions_request&) {
  fail("this library was built without CUDA");
}
template <class Item, class Index>
int scatter(stream_handle, const scatter_request&) {
  fail("this library was built without CUDA");
}
template <class Key>
int select_unique(workspace&, const select_request&) {
  fail("this library was built without CUDA");
}
int check_order(stream_handle, const order_request&) {
  fail("this library was built without CUDA");
}
template <class Item, class Payload>
int write_ordered(stream_handle, const ordered_write_request&) {
  fail("this library was built without CUDA");
}
std::int64_t count_heads(std::int64_t) {
  fail("this library was built without CUDA");
}
template <class Item, class Payload>
int write_grouped(stream_handle, const grouped_write_request&) {
  fail("this library was built without CUDA");
}
template <class Item>
int write_one(stream_handle, const ordered_write_request&) {
  fail("this library was built without CUDA");
}
template <class Item>
int widen(stream_handle, const void*, std::uint32_t*, std::int64_t) {
  fail("this library was built without CUDA");
}

template int radix_sort<std::uint32_t>(workspace&, const sort_request&);
template int radix_sort<std::uint64_t>(workspace&, const sort_request&);
template int sort_rows<std::uint32_t>(workspace&, const sort_request&);
template int sort_rows<std::uint64_t>(workspace&, const sort_request&);
template int sort_short_rows<std::uint32_t>(stream_handle, const rows_request&, void*);
template int sort_short_rows<std::uint64_t>(stream_handle, const rows_request&, void*);
template int order_short_rows<std::uint32_t>(stream_handle, const rows_request&, void*, int);
template int order_short_rows<std::uint64_t>(stream_handle, const rows_request&, void*, int);
template int select_first<std::uint8_t>(stream_handle, const first_request&);
template int select_first<std::uint16_t>(stream_handle, const first_request&);
template int select_first<std::uint32_t>(stream_handle, const first_request&);
template int select_first<std::uint64_t>(stream_handle, const first_request&);
template int select_ranks<std::uint8_t>(workspace&, const ranks_request&);
template int select_ranks<std::uint16_t>(workspace&, const ranks_request&);
template int select_ranks<std::uint32_t>(workspace&, const ranks_request&);
template int select_ranks<std::uint64_t>(workspace&, const ranks_request&);
template int first_positions<std::uint8_t>(workspace&, const positions_request&);
template int first_positions<std::uint16_t>(workspace&, const positions_request&);
template int first_positions<std::uint32_t>(workspace&, const positions_request&);
template int first_positions<std::uint64_t>(workspace&, const positions_request&);
template int scatter<std::uint8_t, std::uint32_t>(stream_handle, const scatter_request&);
template int scatter<std::uint8_t, std::uint64_t>(stream_handle, const scatter_request&);
template int scatter<std::uint16_t, std::uint32_t>(stream_handle, const scatter_request&);
template int scatter<std::uint16_t, std::uint64_t>(stream_handle, const scatter_request&);
template int scatter<std::uint32_t, std::uint32_t>(stream_handle, const scatter_request&);
template int scatter<std::uint32_t, std::uint64_t>(stream_handle, const scatter_request&);
template int scatter<std::uint64_t, std::uint32_t>(stream_handle, const scatter_request&);
template int scatter<std::uint64_t, std::uint64_t>(stream_handle, const scatter_request&);
template int scatter<wide_item, std::uint32_t>(stream_handle, const scatter_request&);
template int scatter<wide_item, std::uint64_t>(stream_handle, const scatter_request&);
template int write_ordered<std::uint8_t, std::uint8_t>(stream_handle, const ordered_write_request&);
template int write_ordered<std::uint8_t, std::uint32_t>(stream_handle,
                                                        const ordered_write_request&);
template int write_ordered<std::uint16_t, std::uint16_t>(stream_handle,
                                                         const ordered_write_request&);
template int write_ordered<std::uint16_t, std::uint32_t>(stream_handle,
                                                         const ordered_write_request&);
template int write_ordered<std::uint32_t, std::uint32_t>(stream_handle,
                                                         const ordered_write_request&);
template int write_ordered<std::uint64_t, std::uint64_t>(stream_handle,
                                                         const ordered_write_request&);
template int write_ordered<wide_item, wide_item>(stream_handle, const ordered_write_request&);
template int write_ordered<wide_item, std::uint32_t>(stream_handle, const ordered_write_request&);
template int write_grouped<std::uint8_t, std::uint32_t>(stream_handle,
                                                        const grouped_write_request&);
template int write_grouped<std::uint16_t, std::uint32_t>(stream_handle,
                                                         const grouped_write_request&);
template int write_grouped<std::uint32_t, std::uint32_t>(stream_handle,
                                                         const grouped_write_request&);
template int write_grouped<std::uint64_t, std::uint64_t>(stream_handle,
                                                         const grouped_write_request&);
template int write_grouped<wide_item, std::uint32_t>(stream_handle, const grouped_write_request&);
template int write_one<std::uint8_t>(stream_handle, const ordered_write_request&);
template int write_one<std::uint16_t>(stream_handle, const ordered_write_request&);
template int write_one<std::uint32_t>(stream_handle, const ordered_write_request&);
template int write_one<std::uint64_t>(stream_handle, const ordered_write_request&);
template int write_one<wide_item>(stream_handle, const ordered_write_request&);
template int widen<void>(stream_handle, const void*, std::uint32_t*, std::int64_t);
template int widen<std::uint8_t>(stream_handle, const void*, std::uint32_t*, std::int64_t);
template int widen<std::uint16_t>(stream_handle, const void*, std::uint32_t*, std::int64_t);
template int select_unique<std::uint32_t>(workspace&, const select_request&);
template int select_unique<std::uint64_t>(workspace&, const select_request&);

}  // namespace gpu::cub_kernels
#endif
