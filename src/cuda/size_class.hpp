// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <bit>
#include <cstddef>

namespace gpu::detail {

// Small blocks: four sizes to each doubling, from 256 bytes, so that a block is at most a quarter
// larger than what was asked for. Class 0 is 256 bytes, 1 is 320, 4 is 512, 5 is 640 ...
inline constexpr std::size_t smallest_block = 256;
inline constexpr std::size_t largest_small_block = std::size_t{1} << 20;
inline constexpr int size_classes = 4 * 12 + 1;

/// The class of the smallest blocks that hold 1 <= bytes <= largest_small_block.
[[nodiscard]] constexpr int size_class(std::size_t bytes) noexcept {
  if (bytes <= smallest_block) return 0;
  const int doubling = std::bit_width(bytes - 1) - 1;  // 2^doubling < bytes <= 2^(doubling + 1)
  const auto quarter = static_cast<int>(((bytes - 1) >> (doubling - 2)) & 3U);
  return 4 * (doubling - 8) + quarter + 1;
}

[[nodiscard]] constexpr std::size_t class_bytes(int size_class) noexcept {
  return (std::size_t{4} + static_cast<std::size_t>(size_class % 4))
         << (static_cast<std::size_t>(size_class / 4) + 6);
}

static_assert(size_class(1) == 0 && class_bytes(0) == 256);
static_assert(size_class(257) == 1 && class_bytes(1) == 320 && size_class(320) == 1);
static_assert(size_class(512) == 4 && size_class(513) == 5 && class_bytes(4) == 512);
static_assert(size_class(largest_small_block) == size_classes - 1);
static_assert(class_bytes(size_classes - 1) == largest_small_block);

/// Large blocks: eight sizes to each doubling, in whole pages. 0 if there is no such size.
[[nodiscard]] constexpr std::size_t large_block_bytes(std::size_t bytes) noexcept {
  const std::size_t step = std::bit_floor(bytes) >> 3U;
  const std::size_t rounded = (bytes + step - 1) & ~(step - 1);
  return rounded < bytes ? 0 : rounded;
}

/// Freed large blocks of a GPU are kept up to this size, at most one of each size and so many bytes
/// in all for every few threads: the driver takes longer to find one than a kernel to be launched.
inline constexpr std::size_t largest_kept_block = std::size_t{64} << 20;
inline constexpr std::size_t max_kept_bytes = std::size_t{256} << 20;

/// The number of a size of large blocks: of those up to `largest_kept_block` below `kept_sizes`.
[[nodiscard]] constexpr std::size_t large_size_number(std::size_t rounded) noexcept {
  const auto doubling = static_cast<std::size_t>(std::bit_width(rounded) - 1);
  return 8 * doubling + ((rounded >> (doubling - 3)) & 7U) -
         8 * static_cast<std::size_t>(std::bit_width(largest_small_block) - 1) - 1;
}
inline constexpr std::size_t kept_sizes = large_size_number(largest_kept_block) + 1;

static_assert(large_size_number(large_block_bytes(largest_small_block + 1)) == 0);
static_assert(kept_sizes == 48);
static_assert(large_block_bytes(largest_small_block + 1) == largest_small_block + (1U << 17U));
static_assert(large_block_bytes(static_cast<std::size_t>(-1)) == 0);

}  // namespace gpu::detail
