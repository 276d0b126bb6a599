// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace gpu {

/// Finds entries of a list by hashes of what they are; a short list is searched, which is faster.
/// Knows their numbers alone, in a table of open addressing that keeps its memory between lists.
class hash_index {
 public:
  static constexpr std::size_t none = ~std::size_t{0};
  static constexpr std::size_t max_searched_entries = 24;

  void clear() noexcept {
    slots_.clear();
    entries_ = 0;
  }

  /// To be called when the list has grown to so many entries.
  /// @param hash_of  the hash of an entry, by its number
  template <class HashOf>
  void extend(std::size_t entries, const HashOf& hash_of) {
    if (entries <= max_searched_entries) return;
    for (; entries_ < entries; ++entries_) {
      if (2 * (entries_ + 1) > slots_.size()) grow();
      put({mixed(hash_of(entries_)), static_cast<std::uint32_t>(entries_) + 1});
    }
  }

  /// The number of the first of `entries` for which `is_wanted(number)`; `none` if there is none.
  /// @param hash  computes the hash of that entry
  template <class Hash, class IsWanted>
  [[nodiscard]] std::size_t find(std::size_t entries, const Hash& hash,
                                 const IsWanted& is_wanted) const {
    if (entries <= max_searched_entries) {
      for (std::size_t i = 0; i < entries; ++i)
        if (is_wanted(i)) return i;
      return none;
    }
    const std::uint32_t wanted = mixed(hash());
    for (std::size_t i = first_of(wanted); slots_[i].number_from_1 != 0; i = following(i))
      if (slots_[i].hash == wanted && is_wanted(slots_[i].number_from_1 - 1))
        return slots_[i].number_from_1 - 1;
    return none;
  }

 private:
  struct slot {
    std::uint32_t hash;
    std::uint32_t number_from_1;  ///< the number plus 1; 0: empty
  };

  static std::uint32_t mixed(std::size_t hash) noexcept {
    return static_cast<std::uint32_t>((hash * 0x9e3779b97f4a7c15u) >> 32);
  }
  [[nodiscard]] std::size_t first_of(std::uint32_t hash) const noexcept {
    return hash & (slots_.size() - 1);
  }
  [[nodiscard]] std::size_t following(std::size_t i) const noexcept {
    return (i + 1) & (slots_.size() - 1);
  }

  void put(const slot& entry) noexcept {
    std::size_t i = first_of(entry.hash);
    while (slots_[i].number_from_1 != 0) i = following(i);
    slots_[i] = entry;
  }
  void grow() {
    constexpr std::size_t least = 64;  // a power of two, as all sizes
    grown_.assign(slots_.empty() ? least : 2 * slots_.size(), {});
    std::swap(slots_, grown_);
    // From behind an empty slot on, so that entries of one hash stay in their order.
    const std::size_t size = grown_.size();
    std::size_t empty = 0;
    while (empty < size && grown_[empty].number_from_1 != 0) ++empty;
    for (std::size_t i = 1; i <= size; ++i)
      if (const slot& entry = grown_[(empty + i) & (size - 1)]; entry.number_from_1 != 0)
        put(entry);
  }

  std::vector<slot> slots_;
  std::vector<slot> grown_;  ///< the table before it grew last
  std::size_t entries_ = 0;
};

}  // namespace gpu
