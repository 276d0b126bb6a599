// SPDX-License-Identifier: BSD-3-Clause
// Seeds for generators of random numbers, as `numpy.random.SeedSequence` makes them of integers.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <gpu/core/strict_integer.hpp>

namespace gpu::random {

/// Mixes integers of any size, so that seeds that hardly differ give streams that have nothing in
/// common. After M. E. O'Neill, "Developing a seed_seq alternative" (2015).
class seed_sequence {
 public:
  /// Entropy of the operating system.
  seed_sequence();
  /// @throws value_error  "expected non-negative integer" for a negative one
  template <std::integral Integer>
  requires(!std::same_as<Integer, bool>) explicit seed_sequence(Integer entropy)
      : seed_sequence(words_of(std::cmp_less(entropy, 0), static_cast<std::uint64_t>(entropy)),
                      {}) {}
  /// Words of 32 bits, the least significant first; the key tells children of one sequence apart.
  explicit seed_sequence(std::vector<std::uint32_t> entropy,
                         std::vector<std::uint32_t> spawn_key = {});

  /// Words of 32 or 64 bits; the same whenever they are asked for.
  /// @throws value_error  "negative dimensions are not allowed"
  template <class Word>
  requires(std::same_as<Word, std::uint32_t> || std::same_as<Word, std::uint64_t>)
      [[nodiscard]] std::vector<Word> generate_state(strict_integer count) const {
    if constexpr (sizeof(Word) == 4)
      return words(count);
    else
      return pairs(words(2 * count));
  }

  /// Sequences that are independent of this one, of each other, and of those of earlier calls.
  /// @throws overflow_error  "can't convert negative value to uint32_t"
  [[nodiscard]] std::vector<seed_sequence> spawn(strict_integer count);

  [[nodiscard]] const std::vector<std::uint32_t>& entropy() const& noexcept { return entropy_; }
  [[nodiscard]] std::vector<std::uint32_t> entropy() const&& { return entropy_; }
  [[nodiscard]] const std::vector<std::uint32_t>& spawn_key() const& noexcept { return spawn_key_; }
  [[nodiscard]] std::vector<std::uint32_t> spawn_key() const&& { return spawn_key_; }
  [[nodiscard]] std::size_t n_children_spawned() const noexcept { return children_; }

 private:
  static std::vector<std::uint32_t> words_of(bool is_negative, std::uint64_t entropy);
  static std::vector<std::uint64_t> pairs(const std::vector<std::uint32_t>& words);
  [[nodiscard]] std::vector<std::uint32_t> words(std::ptrdiff_t count) const;
  void mix();

  std::vector<std::uint32_t> entropy_;
  std::vector<std::uint32_t> spawn_key_;
  std::array<std::uint32_t, 4> pool_{};
  std::size_t children_ = 0;
};

}  // namespace gpu::random
