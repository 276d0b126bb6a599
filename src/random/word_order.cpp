// SPDX-License-Identifier: BSD-3-Clause
// Words are sorted by their upper halves, with their positions in place of the lower ones. Few
// random words have the same upper half, and these are compared afterwards.
#include "random/word_order.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <gpu/array/creation.hpp>
#include <gpu/execute/evaluate.hpp>

namespace gpu::random::detail {
namespace {

using graph::leaf_ptr;
using word_span = std::span<std::uint64_t>;

constexpr int half_bits = 32;
constexpr int digit_bits = 11;  // three digits for half a word

word_span elements_of(const leaf_ptr& words) {
  return {static_cast<std::uint64_t*>(words->block->data()) + words->offset,
          static_cast<std::size_t>(element_count(words->extents))};
}

/// Keeps the order of items with the same digit.
void sort_by_digit(word_span from, word_span to, int shift) {
  constexpr std::size_t mask = (std::size_t{1} << digit_bits) - 1;
  std::array<std::size_t, mask + 1> places{};
  for (const std::uint64_t item : from) ++places[item >> shift & mask];
  std::size_t sum = 0;
  for (std::size_t& place : places) sum += std::exchange(place, sum);
  for (const std::uint64_t item : from) to[places[item >> shift & mask]++] = item;
}

/// Orders items with the same upper half by the whole words; of equal words the first comes first.
void sort_ties(word_span items, word_span words) {
  const auto word_at = [&](std::uint64_t item) { return words[static_cast<std::uint32_t>(item)]; };
  for (auto first = items.begin(); first != items.end();) {
    const std::uint64_t upper = *first >> half_bits;
    const auto last = std::find_if(first + 1, items.end(),
                                   [&](std::uint64_t item) { return item >> half_bits != upper; });
    if (last - first > 1)
      std::stable_sort(first, last,
                       [&](std::uint64_t a, std::uint64_t b) { return word_at(a) < word_at(b); });
    first = last;
  }
}

}  // namespace

leaf_ptr order_of_words(const leaf_ptr& words) {
  const leaf_ptr memory[] = {gpu::detail::uninitialised_leaf(dtype::uint64, words->extents, cpu()),
                             gpu::detail::uninitialised_leaf(dtype::uint64, words->extents, cpu())};
  word_span items = elements_of(memory[0]);
  word_span sorted = elements_of(memory[1]);
  const word_span given = elements_of(words);
  for (std::size_t i = 0; i < given.size(); ++i)
    items[i] = (given[i] >> half_bits << half_bits) | i;
  for (int shift = half_bits; shift < 64; shift += digit_bits) {
    sort_by_digit(items, sorted, shift);
    std::swap(items, sorted);
  }
  sort_ties(items, given);
  leaf_ptr order = gpu::detail::uninitialised_leaf(dtype::int64, words->extents, cpu());
  auto* const positions = static_cast<std::int64_t*>(order->block->data());
  for (std::size_t i = 0; i < items.size(); ++i)
    positions[i] = static_cast<std::uint32_t>(items[i]);
  return order;
}

}  // namespace gpu::random::detail
