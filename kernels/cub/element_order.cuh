// SPDX-License-Identifier: BSD-3-Clause
// Elements of every type of up to 8 bytes as unsigned keys, and back. What a type is, is an
// argument of the kernel: one kernel sorts all types whose keys have one size.
#pragma once

#include <cstdint>
#include <type_traits>

#include "vendor/cub/cub.hpp"

namespace gpu::cub_kernels {

/// Larger than the key of an element, or as large: what stands for elements behind the last.
template <class Key>
inline constexpr Key last_key = static_cast<Key>(~Key(0));

template <class Key>
__device__ Key key_of_bits(Key bits, const element_order& order) {
  const Key sign = static_cast<Key>(order.sign);
  Key key = bits ^ sign;
  if (order.is_floating) {
    const Key magnitude = bits & ~sign;
    if (magnitude > static_cast<Key>(order.infinity))
      key = last_key<Key>;
    else if ((bits & sign) != 0 && !(order.zeros_are_equal && magnitude == 0))
      key = magnitude ^ (sign - 1);
    else
      key = magnitude | sign;
  }
  return order.descending ? ~key : key;
}

/// The opposite; the sign of 0 is lost if zeros are equal.
template <class Key>
__device__ Key bits_of_key(Key key, const element_order& order) {
  const Key sign = static_cast<Key>(order.sign);
  if (order.descending) key = ~key;
  if (!order.is_floating) return key ^ sign;
  if (key == last_key<Key>) return static_cast<Key>(order.nan);
  return (key & sign) != 0 ? key ^ sign : (key ^ (sign - 1)) | sign;
}

/// Elements `first`, `first + step` ... of the row that begins at element `begin`, as far as it
/// goes: loads that do not wait for each other.
template <class Bits, class Key, int count>
__device__ void load_bits_of(Key (&bits)[count], const void* elements, std::int64_t begin,
                             int first, int step, int columns) {
  const auto* const row = static_cast<const Bits*>(elements) + begin;
#pragma unroll
  for (int i = 0; i < count; ++i) bits[i] = first + i * step < columns ? row[first + i * step] : 0;
}
template <class Key, int count>
__device__ void load_bits(Key (&bits)[count], const rows_request& rows, std::int64_t begin,
                          int first, int step, int columns) {
  if constexpr (sizeof(Key) == 8)
    load_bits_of<Key>(bits, rows.in, begin, first, step, columns);
  else if (rows.order.bytes == 4)
    load_bits_of<std::uint32_t>(bits, rows.in, begin, first, step, columns);
  else if (rows.order.bytes == 2)
    load_bits_of<std::uint16_t>(bits, rows.in, begin, first, step, columns);
  else
    load_bits_of<std::uint8_t>(bits, rows.in, begin, first, step, columns);
}

template <class Key>
__device__ void store_key(void* elements, std::int64_t i, Key key, const element_order& order) {
  const Key bits = bits_of_key(key, order);
  if constexpr (sizeof(Key) == 8) {
    static_cast<Key*>(elements)[i] = bits;
  } else {
    if (order.bytes == 4)
      static_cast<std::uint32_t*>(elements)[i] = bits;
    else if (order.bytes == 2)
      static_cast<std::uint16_t*>(elements)[i] = static_cast<std::uint16_t>(bits);
    else
      static_cast<std::uint8_t*>(elements)[i] = static_cast<std::uint8_t>(bits);
  }
}

}  // namespace gpu::cub_kernels
