// SPDX-License-Identifier: BSD-3-Clause
// Elements of any type as the bits that copies move.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gpu {

template <class Unsigned>
struct [[gnu::may_alias]] element_word {
  Unsigned bits;
};
struct [[gnu::may_alias]] element_word128 {
  std::uint64_t low;
  std::uint64_t high;
};

/// Calls `function` with a value of the word of so many bytes: 1, 2, 4, 8 or 16.
template <class Function>
void with_element_word(std::size_t bytes, const Function& function) {
  switch (bytes) {
    case 1:
      return function(element_word<std::uint8_t>());
    case 2:
      return function(element_word<std::uint16_t>());
    case 4:
      return function(element_word<std::uint32_t>());
    case 8:
      return function(element_word<std::uint64_t>());
    default:
      return function(element_word128());
  }
}

}  // namespace gpu
