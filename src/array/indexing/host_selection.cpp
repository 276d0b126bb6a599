// SPDX-License-Identifier: BSD-3-Clause
#include "array/indexing/host_selection.hpp"

#include "core/element_word.hpp"

namespace gpu::detail {

// Without branches, which nobody could predict: at most i elements are selected before i.

std::ptrdiff_t select_on_host(const void* from, void* to, std::size_t item_bytes, const bool* flags,
                              std::ptrdiff_t count) {
  std::ptrdiff_t selected = 0;
  with_element_word(item_bytes, [&]<class Word>(Word) {
    Word* next = static_cast<Word*>(to);
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      *next = static_cast<const Word*>(from)[i];
      next += static_cast<std::ptrdiff_t>(flags[i]);
    }
    selected = next - static_cast<Word*>(to);
  });
  return selected;
}

std::ptrdiff_t select_positions_on_host(std::int64_t* to, const bool* flags, std::ptrdiff_t count) {
  std::int64_t* next = to;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    *next = i;
    next += static_cast<std::ptrdiff_t>(flags[i]);
  }
  return next - to;
}

}  // namespace gpu::detail
