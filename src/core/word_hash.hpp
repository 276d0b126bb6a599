// SPDX-License-Identifier: BSD-3-Clause
// What tables of kernels, launches and plans are searched by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace gpu::detail {

/// In four chains of multiplications, which do not wait for each other. Word by word: those that
/// have just been written one by one could not be read two at once before they are in the cache.
[[nodiscard]] inline std::uint64_t hash_words(std::span<const std::uint32_t> words) noexcept {
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15u;
  std::uint64_t a = words.size();
  std::uint64_t b = 0;
  std::uint64_t c = 0;
  std::uint64_t d = 0;
  std::size_t i = 0;
  for (; i + 4 <= words.size(); i += 4) {
    a = (a ^ words[i]) * factor;
    b = (b ^ words[i + 1]) * factor;
    c = (c ^ words[i + 2]) * factor;
    d = (d ^ words[i + 3]) * factor;
  }
  for (; i < words.size(); ++i) a = (a ^ words[i]) * factor;
  const std::uint64_t sum =
      a + b * 0xbf58476d1ce4e5b9u + c * 0x94d049bb133111ebu + d * 0xd6e8feb86659fd93u;
  const std::uint64_t mixed = (sum ^ sum >> 32) * factor;
  return mixed ^ mixed >> 32;
}

}  // namespace gpu::detail
