// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cub/ordered_scatter.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include <gpu/cuda/event.hpp>
#include <gpu/cuda/memory_block.hpp>

#include "cuda/copy.hpp"
#include "cuda/pinned_memory.hpp"
#include "vendor/cub/scatter_kernels.hpp"
#include "vendor/cub/sorting.hpp"
#include "vendor/cub/with_item.hpp"
#include "vendor/cub/with_launch.hpp"

namespace gpu::vendor {
namespace {

using cub_kernels::ordered_write_request;
using cub_kernels::wide_item;
using block_ptr = ref_ptr<memory_block>;

/// Fewer values are written sooner than sorted, and their order does not matter.
constexpr std::ptrdiff_t min_count_threshold = std::ptrdiff_t{1} << 20;

constexpr const char* action = "write elements";

block_ptr allocate(std::size_t bytes, stream_ref stream) {
  const stream_guard home(stream);
  return memory_block::allocate(stream.device(), bytes);
}

template <class Item, class Payload>
void write_ordered(const ordered_write_request& request, stream_ref stream) {
  with_launch(stream, action,
              [&] { return cub_kernels::write_ordered<Item, Payload>(stream.get(), request); });
}

/// Writes values whose positions come in order. False if they do not: then nothing is written.
/// Waits only for the answer, not for the writes.
/// @throws index_error
template <class Item>
bool write_if_ordered(const ordered_places& places, const void* values, void* out,
                      stream_ref stream) {
  const block_ptr is_unordered = allocate(sizeof(unsigned), stream);
  auto* const flag = static_cast<unsigned*>(is_unordered->data());
  fill_bytes(flag, stream.device(), 0, sizeof(unsigned), stream);
  const pinned_memory answer(sizeof(unsigned));
  auto* const seen = static_cast<volatile unsigned*>(answer.data());
  *seen = 0;
  const event is_known(stream.device());
  with_launch(stream, action, [&] {
    return cub_kernels::check_order(stream.get(),
                                    {places.positions, places.count, places.has_bad_position, flag,
                                     static_cast<unsigned*>(answer.data())});
  });
  is_known.record(stream);
  write_ordered<Item, Item>({places.positions, values, nullptr, out, places.count, flag}, stream);
  is_known.synchronize();
  return *seen == 0;
}

/// So many low bits have the positions below `size` set, at least 1.
int bits_of(std::ptrdiff_t size) {
  const auto bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(size - 1)));
  return std::max(bits, 1);
}

/// What is sorted along with the positions: the values, if they have 4 or 8 bytes, else those of 1
/// or 2 bytes as 4, or the numbers of those of 16. What is made for that is kept in `made`.
template <class Item>
const void* payload_of(const void* values, std::ptrdiff_t count, block_ptr& made,
                       stream_ref stream) {
  if constexpr (sizeof(Item) == 4 || sizeof(Item) == 8) {
    return values;
  } else {
    made = allocate(static_cast<std::size_t>(count) * sizeof(std::uint32_t), stream);
    with_launch(stream, action, [&] {
      using from = std::conditional_t<sizeof(Item) == 16, void, Item>;
      return cub_kernels::widen<from>(stream.get(), values,
                                      static_cast<std::uint32_t*>(made->data()), count);
    });
    return made->data();
  }
}

/// How many low bits of positions below `size` need not be sorted, which saves a pass of the sort:
/// 0 if it saves none, if so many positions of a group would come that it takes longer to find the
/// last of each, or if one group might have to be searched for too long.
int unsorted_bits(std::ptrdiff_t count, std::ptrdiff_t size) {
  constexpr int bits_of_a_pass = 8;
  constexpr int max_bits = 6;
  constexpr std::ptrdiff_t max_count = std::ptrdiff_t{1} << 26;
  constexpr std::ptrdiff_t max_in_a_group = 16;
  const int all = bits_of(size);
  const int rest = all % bits_of_a_pass;
  const bool is_short = (count << rest) / size <= max_in_a_group;
  return all > bits_of_a_pass && rest <= max_bits && is_short && count <= max_count ? rest : 0;
}

template <class Item>
void sort_and_write(const ordered_places& places, const void* values, void* out,
                    std::ptrdiff_t size, stream_ref stream) {
  using payload = std::conditional_t<sizeof(Item) == 8, std::uint64_t, std::uint32_t>;
  const auto count = static_cast<std::size_t>(places.count);
  block_ptr made;
  const void* const unsorted = payload_of<Item>(values, places.count, made, stream);
  const block_ptr positions = allocate(count * sizeof(std::uint32_t), stream);
  const block_ptr sorted = allocate(count * sizeof(payload), stream);
  const int low = unsorted_bits(places.count, size);
  radix_sort({places.positions, positions->data(), sizeof(std::uint32_t)},
             {unsorted, sorted->data(), sizeof(payload)}, places.count, stream, bits_of(size), low);
  const auto* const keys = static_cast<const std::uint32_t*>(positions->data());
  if (low == 0)
    return write_ordered<Item, payload>({keys, sorted->data(), values, out, places.count, nullptr},
                                        stream);
  const std::int64_t heads = cub_kernels::count_heads(places.count);
  const block_ptr words = allocate(static_cast<std::size_t>(heads) * sizeof(long long), stream);
  const cub_kernels::grouped_write_request request{keys,
                                                   sorted->data(),
                                                   values,
                                                   out,
                                                   places.count,
                                                   low,
                                                   static_cast<unsigned long long*>(words->data())};
  with_launch(stream, action,
              [&] { return cub_kernels::write_grouped<Item, payload>(stream.get(), request); });
}

template <class Item>
void write_one(const ordered_places& places, const void* value, void* out, stream_ref stream) {
  if (places.has_bad_position != nullptr) stream.synchronize();  // throws if one is out of bounds
  const ordered_write_request request{places.positions, nullptr, value, out, places.count, nullptr};
  with_launch(stream, action, [&] { return cub_kernels::write_one<Item>(stream.get(), request); });
}

}  // namespace

bool writes_in_order(device where, std::ptrdiff_t count, std::ptrdiff_t size) noexcept {
  constexpr std::ptrdiff_t max = std::numeric_limits<std::uint32_t>::max();
  return where.is_gpu() && count >= min_count_threshold && count <= max && size <= max;
}

void scatter_in_order(const ordered_places& places, const void* values, int value_step, void* out,
                      int item_bytes, std::ptrdiff_t size, stream_ref stream) {
  with_item(item_bytes, [&]<class Item>(std::type_identity<Item>) {
    if (value_step == 0) return write_one<Item>(places, values, out, stream);
    if (write_if_ordered<Item>(places, values, out, stream)) return;
    sort_and_write<Item>(places, values, out, size, stream);
  });
}

}  // namespace gpu::vendor
