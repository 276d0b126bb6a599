// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cub/sorting.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <vector>

#include <gpu/core/error.hpp>

#include "cuda/capture.hpp"
#include "vendor/cub/host_sort.hpp"
#include "vendor/cub/with_workspace.hpp"

namespace gpu::vendor {
namespace {

using cub_kernels::sort_request;

/// Rows that are longer, and few, are sorted one after the other by the whole device.
constexpr std::ptrdiff_t long_row = 1 << 16;
constexpr std::ptrdiff_t min_rows_threshold = 32;

/// The elements of one row, in the order of `places`.
template <class T, class Place>
void gather(const void* in, void* out, const Place* places, std::ptrdiff_t count) {
  for (std::ptrdiff_t i = 0; i < count; ++i)
    static_cast<T*>(out)[i] = static_cast<const T*>(in)[places[i]];
}

/// In the order of the keys of `r`, of one row of any length.
template <class Key, class Place>
void gather_pairs(const sort_request& r, const Place* places) {
  if (r.keys_out != nullptr) gather<Key>(r.keys_in, r.keys_out, places, r.count);
  if (r.payload_bytes == 4)
    gather<std::uint32_t>(r.payload_in, r.payload_out, places, r.count);
  else
    gather<std::uint64_t>(r.payload_in, r.payload_out, places, r.count);
}

/// One row, with a payload.
template <class Key>
void sort_pairs_on_host(const sort_request& r) {
  const auto* const keys = static_cast<const Key*>(r.keys_in);
  const auto size = static_cast<std::size_t>(r.count);
  if (r.count > std::numeric_limits<std::uint32_t>::max()) {
    std::vector<std::int64_t> places(size);
    std::iota(places.begin(), places.end(), 0);
    std::stable_sort(places.begin(), places.end(), [&](std::int64_t a, std::int64_t b) {
      return keys[a] >> r.first_bit < keys[b] >> r.first_bit;
    });
    return gather_pairs<Key>(r, places.data());
  }
  if (r.keys_out == nullptr && r.payload_bytes == 4)
    return sort_by_keys(keys, static_cast<const std::uint32_t*>(r.payload_in),
                        static_cast<std::uint32_t*>(r.payload_out), r.count, r.first_bit);
  const std::unique_ptr<std::uint32_t[]> places(new std::uint32_t[size]);
  sort_by_keys(keys, nullptr, places.get(), r.count, r.first_bit);
  gather_pairs<Key>(r, places.get());
}

template <class Key>
void sort_rows_on_host(const sort_request& r) {
  for (std::ptrdiff_t first = 0; first < r.count; first += r.columns) {
    const auto from = [first](const void* array, std::ptrdiff_t item_bytes) {
      return array == nullptr ? nullptr : static_cast<const char*>(array) + first * item_bytes;
    };
    const auto to = [&](void* array, std::ptrdiff_t item_bytes) {
      return const_cast<char*>(from(array, item_bytes));
    };
    constexpr std::ptrdiff_t key_bytes = sizeof(Key);
    const sort_request row{from(r.keys_in, key_bytes),
                           to(r.keys_out, key_bytes),
                           from(r.payload_in, r.payload_bytes),
                           to(r.payload_out, r.payload_bytes),
                           r.payload_bytes,
                           r.columns,
                           r.bits,
                           r.columns,
                           true,
                           r.first_bit};
    if (row.payload_out == nullptr)
      sort_keys(static_cast<const Key*>(row.keys_in), static_cast<Key*>(row.keys_out), row.count);
    else
      sort_pairs_on_host<Key>(row);
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
  if (array.in == nullptr) return array;
  const std::ptrdiff_t offset = first * array.item_bytes;
  return {static_cast<const char*>(array.in) + offset,
          array.out == nullptr ? nullptr : static_cast<char*>(array.out) + offset,
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
