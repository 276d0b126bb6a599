// SPDX-License-Identifier: BSD-3-Clause
#include "array/sorting/host_long_rows.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <functional>
#include <vector>

#include <gpu/cuda/memory_block.hpp>

#include "core/ceil_div.hpp"
#include "execute/host/thread_pool.hpp"
#include "vendor/cub/host_sort.hpp"

namespace gpu::detail {
namespace {

/// Shorter rows lie in the cache as a whole.
constexpr std::ptrdiff_t long_row = 1 << 19;
/// So many bits tell the parts of a row apart: the exponents of floats, and some more.
constexpr int part_bits = 11;
/// Neighbouring keys of which one thread finds the parts.
constexpr std::ptrdiff_t chunk_keys = 1 << 18;

using part_places = std::array<std::ptrdiff_t, 1 << part_bits>;

/// One more than the number of the highest bit in which keys differ.
template <class Key>
int highest_difference(const Key* keys, std::ptrdiff_t count) {
  std::atomic<Key> differing = 0;
  execute::parallel_for(count, chunk_keys, [&](std::ptrdiff_t i, std::ptrdiff_t last) {
    Key bits = 0;
    for (; i < last; ++i) bits |= keys[i] ^ keys[0];
    differing |= bits;
  });
  return static_cast<int>(std::bit_width(differing.load()));
}

/// To `out` the keys, by the bits from `shift` on. Returns where each part begins.
template <class Key>
part_places part_keys_by_bits(const Key* in, Key* out, std::ptrdiff_t count, int shift) {
  const auto part_of = [shift](Key key) { return key >> shift & ((1 << part_bits) - 1); };
  std::vector<part_places> places(static_cast<std::size_t>(ceil_div(count, chunk_keys)));
  const auto places_from = [&places](std::ptrdiff_t first) -> part_places& {
    return places[static_cast<std::size_t>(first / chunk_keys)];
  };
  execute::parallel_for(count, chunk_keys, [&](std::ptrdiff_t i, std::ptrdiff_t last) {
    part_places& counts = places_from(i);
    counts.fill(0);
    for (; i < last; ++i) ++counts[part_of(in[i])];
  });
  part_places begins;
  std::ptrdiff_t place = 0;
  for (std::size_t part = 0; part < begins.size(); ++part) {
    begins[part] = place;
    for (part_places& of_chunk : places) {
      const std::ptrdiff_t keys = of_chunk[part];
      of_chunk[part] = place;
      place += keys;
    }
  }
  execute::parallel_for(count, chunk_keys, [&](std::ptrdiff_t i, std::ptrdiff_t last) {
    part_places& next = places_from(i);
    for (; i < last; ++i) out[next[part_of(in[i])]++] = in[i];
  });
  return begins;
}

template <class Key>
void sort(const Key* in, Key* out, std::ptrdiff_t count) {
  if (!is_long_row(count) || std::is_sorted(in, in + count) ||
      std::is_sorted(in, in + count, std::greater<>()))
    return vendor::sort_keys(in, out, count);
  const int shift = std::max(highest_difference(in, count) - part_bits, 0);
  const ref_ptr<memory_block> room =
      memory_block::allocate(cpu(), static_cast<std::size_t>(count) * sizeof(Key));
  Key* const parted = static_cast<Key*>(room->data());
  const part_places begins = part_keys_by_bits(in, parted, count, shift);
  execute::parallel_for(
      static_cast<std::ptrdiff_t>(begins.size()), 1, [&](std::ptrdiff_t part, std::ptrdiff_t last) {
        for (; part < last; ++part) {
          const auto number = static_cast<std::size_t>(part);
          const std::ptrdiff_t first = begins[number];
          const std::ptrdiff_t end = number + 1 < begins.size() ? begins[number + 1] : count;
          sort(parted + first, out + first, end - first);
        }
      });
}

}  // namespace

bool is_long_row(std::ptrdiff_t count) noexcept {
  return count >= long_row;
}

void sort_long_row(const vendor::sorted_array& keys, std::ptrdiff_t count) {
  if (keys.item_bytes == 4)
    return sort(static_cast<const std::uint32_t*>(keys.in), static_cast<std::uint32_t*>(keys.out),
                count);
  sort(static_cast<const std::uint64_t*>(keys.in), static_cast<std::uint64_t*>(keys.out), count);
}

}  // namespace gpu::detail
