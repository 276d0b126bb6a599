// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cub/sorting.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>

#include <gpu/core/error.hpp>

#include "cuda/capture.hpp"
#include "vendor/cub/with_workspace.hpp"

namespace gpu::vendor {
namespace {

using cub_kernels::sort_request;

/// Rows that are longer, and few, are sorted one after the other by the whole device.
constexpr std::ptrdiff_t long_row = 1 << 16;
constexpr std::ptrdiff_t min_rows_threshold = 32;

/// Rows that are shorter are sorted by comparisons on the host.
constexpr std::ptrdiff_t short_row = 128;

/// A payload of no bytes.
struct nothing {};

template <class Key, class Payload>
struct sorted_item {
  Key key;
  [[no_unique_address]] Payload payload;
};

/// How many keys have each value of a digit of 8 bits.
using digit_counts = std::array<std::uint32_t, 256>;
/// Digits by which all elements are sorted; where those are equal few are left, as a rule.
constexpr int max_digits = 4;
/// Elements that are equal there are sorted by comparisons if they are no more.
constexpr std::ptrdiff_t short_run = 32;

/// One pass: to `out`, in the order of 8 bits of the keys. Stable.
template <class Item>
void sort_by_digit(const Item* in, Item* out, std::ptrdiff_t count, int shift,
                   const digit_counts& counts) {
  std::array<Item*, 256> places;
  for (std::size_t digit = 0; digit < counts.size(); ++digit) {
    places[digit] = out;
    out += counts[digit];
  }
  for (std::ptrdiff_t i = 0; i < count; ++i) *places[in[i].key >> shift & 0xff]++ = in[i];
}

/// Sorts by the bits of the keys from `first` to `last`, at most 4 digits. `items` holds the
/// elements, `other` is as large; returns the one that holds them sorted.
template <class Item>
Item* sort_by_digits(Item* items, Item* other, std::ptrdiff_t count, int first, int last) {
  std::array<digit_counts, max_digits> counts;
  const auto digits = static_cast<std::size_t>((last - first + 7) / 8);
  std::fill_n(counts.begin(), digits, digit_counts{});
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const auto bits = static_cast<std::uint32_t>(items[i].key >> first);
    for (std::size_t digit = 0; digit < digits; ++digit) ++counts[digit][bits >> 8 * digit & 0xff];
  }
  for (std::size_t digit = 0; digit < digits; ++digit) {
    const int shift = first + 8 * static_cast<int>(digit);
    // All keys are equal there: nothing is to be done.
    if (counts[digit][items[0].key >> shift & 0xff] == static_cast<std::uint32_t>(count)) continue;
    sort_by_digit(items, other, count, shift, counts[digit]);
    std::swap(items, other);
  }
  return items;
}

template <class Item>
Item* sort_items(Item* items, Item* other, std::ptrdiff_t count);

/// Sorts elements whose bits from `first` on are in order by those before, in place.
template <class Item>
void sort_runs(Item* items, Item* other, std::ptrdiff_t count, int first) {
  for (std::ptrdiff_t begin = 0, end = 0; begin < count; begin = end) {
    const auto bits = items[begin].key >> first;
    for (end = begin + 1; end < count && items[end].key >> first == bits;) ++end;
    if (end - begin == 1) continue;
    const Item* const sorted = sort_items(items + begin, other + begin, end - begin);
    if (sorted != items + begin) std::copy(sorted, sorted + (end - begin), items + begin);
  }
}

/// Whether the keys ascend already, or all descend: then the elements are turned around. Of others
/// a few are looked at, as a rule.
template <class Item>
bool is_put_in_order(Item* items, std::ptrdiff_t count) {
  const auto is_less = [](const Item& a, const Item& b) { return a.key < b.key; };
  if (std::is_sorted(items, items + count, is_less)) return true;
  const auto is_not_more = [](const Item& a, const Item& b) { return a.key <= b.key; };
  if (std::adjacent_find(items, items + count, is_not_more) != items + count) return false;
  std::reverse(items, items + count);
  return true;
}

/// By the highest digits that differ, and then each run of elements that have the same ones.
/// `items` holds the elements, `other` is as large; returns the one that holds them sorted.
template <class Item>
Item* sort_items(Item* items, Item* other, std::ptrdiff_t count) {
  if (count <= short_run) {
    for (std::ptrdiff_t i = 1; i < count; ++i) {
      const Item item = items[i];
      std::ptrdiff_t place = i;
      for (; place > 0 && item.key < items[place - 1].key; --place) items[place] = items[place - 1];
      items[place] = item;
    }
    return items;
  }
  if (count < short_row || count > std::numeric_limits<std::uint32_t>::max()) {
    std::stable_sort(items, items + count,
                     [](const Item& a, const Item& b) { return a.key < b.key; });
    return items;
  }
  if (is_put_in_order(items, count)) return items;
  auto differing = items[0].key ^ items[0].key;
  for (std::ptrdiff_t i = 1; i < count; ++i) differing |= items[i].key ^ items[0].key;
  const int last = std::bit_width(differing);
  const int first = std::max(last - 8 * max_digits, 0);
  if (last == 0) return items;
  Item* const sorted = sort_by_digits(items, other, count, first, last);
  if (std::countr_zero(differing) < first)
    sort_runs(sorted, sorted == items ? other : items, count, first);
  return sorted;
}

template <class Key, class Payload>
void sort_on_host(const sort_request& r, std::ptrdiff_t first, std::ptrdiff_t count) {
  using item = sorted_item<Key, Payload>;
  constexpr bool pairs = !std::is_empty_v<Payload>;
  const std::unique_ptr<item[]> memory(new item[static_cast<std::size_t>(2 * count)]);
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    memory[i].key = static_cast<const Key*>(r.keys_in)[first + i];
    if constexpr (pairs) memory[i].payload = static_cast<const Payload*>(r.payload_in)[first + i];
  }
  const item* sorted = memory.get();
  if (r.first_bit == 0)
    sorted = sort_items(memory.get(), memory.get() + count, count);
  else
    std::stable_sort(memory.get(), memory.get() + count, [&](const item& a, const item& b) {
      return a.key >> r.first_bit < b.key >> r.first_bit;
    });
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    static_cast<Key*>(r.keys_out)[first + i] = sorted[i].key;
    if constexpr (pairs) static_cast<Payload*>(r.payload_out)[first + i] = sorted[i].payload;
  }
}

template <class Key>
void sort_rows_on_host(const sort_request& r) {
  for (std::ptrdiff_t first = 0; first < r.count; first += r.columns) {
    if (r.payload_out == nullptr)
      sort_on_host<Key, nothing>(r, first, r.columns);
    else if (r.payload_bytes == 4)
      sort_on_host<Key, std::uint32_t>(r, first, r.columns);
    else
      sort_on_host<Key, std::uint64_t>(r, first, r.columns);
  }
}

template <class Key>
void sort(sort_request r, stream_ref stream) {
  if (r.bits == 0) r.bits = 8 * sizeof(Key);
  if (stream.device().is_cpu()) return sort_rows_on_host<Key>(r);
  with_workspace(stream, "sort", [&](cub_kernels::workspace& work) {
    return r.columns != r.count ? cub_kernels::sort_rows<Key>(work, r)
                                : cub_kernels::radix_sort<Key>(work, r);
  });
}

void sort(int key_bytes, const sort_request& r, stream_ref stream) {
  if (r.count == 0) return;
  if (key_bytes == 4) return sort<std::uint32_t>(r, stream);
  if (key_bytes == 8) return sort<std::uint64_t>(r, stream);
  fail("keys have 4 or 8 bytes");
}

sort_request request_of(const sorted_array& keys, const sorted_array& payload) {
  return {keys.in, keys.out, payload.in, payload.out, payload.item_bytes, 0, 0, 0, true, 0};
}

/// The same array from element `first` on.
sorted_array from(const sorted_array& array, std::ptrdiff_t first) {
  if (array.out == nullptr) return array;
  const std::ptrdiff_t offset = first * array.item_bytes;
  return {static_cast<const char*>(array.in) + offset, static_cast<char*>(array.out) + offset,
          array.item_bytes};
}

constexpr sorted_array no_payload{nullptr, nullptr, 0};

/// The rows, as many at once as CUB takes where it must not wait.
void sort_recorded_rows(const sorted_array& keys, const sorted_array& payload, std::ptrdiff_t rows,
                        std::ptrdiff_t columns, stream_ref stream, int bits) {
  const std::ptrdiff_t at_once = std::numeric_limits<int>::max() / columns;
  for (std::ptrdiff_t row = 0; row < rows; row += std::max<std::ptrdiff_t>(at_once, 1)) {
    const sorted_array from_row = from(keys, row * columns);
    if (at_once == 0) {
      radix_sort(from_row, from(payload, row * columns), columns, stream, bits);
      continue;
    }
    sort_request r = request_of(from_row, from(payload, row * columns));
    r.count = std::min(at_once, rows - row) * columns;
    r.columns = columns;
    r.bits = bits;
    r.may_wait = false;
    sort(keys.item_bytes, r, stream);
  }
}

}  // namespace

void radix_sort(const sorted_array& keys, const sorted_array& payload, std::ptrdiff_t count,
                stream_ref stream, int bits, int first_bit) {
  sort_request r = request_of(keys, payload);
  r.count = r.columns = count;
  r.bits = bits;
  r.first_bit = first_bit;
  sort(keys.item_bytes, r, stream);
}

void radix_sort(const sorted_array& keys, std::ptrdiff_t count, stream_ref stream, int bits) {
  radix_sort(keys, no_payload, count, stream, bits);
}

void sort_rows(const sorted_array& keys, const sorted_array& payload, std::ptrdiff_t rows,
               std::ptrdiff_t columns, stream_ref stream, int bits) {
  if (columns == 0) return;
  if (keys.item_bytes < 4) fail("keys of rows have 4 or 8 bytes");
  if (rows <= min_rows_threshold && columns >= long_row) {
    for (std::ptrdiff_t row = 0; row < rows; ++row)
      radix_sort(from(keys, row * columns), from(payload, row * columns), columns, stream, bits);
    return;
  }
  if (detail::is_capturing(stream))
    return sort_recorded_rows(keys, payload, rows, columns, stream, bits);
  sort_request r = request_of(keys, payload);
  r.count = rows * columns;
  r.columns = columns;
  r.bits = bits;
  sort(keys.item_bytes, r, stream);
}

void sort_rows(const sorted_array& keys, std::ptrdiff_t rows, std::ptrdiff_t columns,
               stream_ref stream, int bits) {
  sort_rows(keys, no_payload, rows, columns, stream, bits);
}

}  // namespace gpu::vendor
