// SPDX-License-Identifier: BSD-3-Clause
// The stream of random words that arrays are made of, as `numpy.random.Philox` has it: Philox4x64
// with ten rounds (Salmon and others, SC 2011).
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gpu/core/strict_integer.hpp>
#include <gpu/random/seed_sequence.hpp>

namespace gpu::random {

/// Where a stream stands: all that there is to be saved. As NumPy's `bit_generator.state`.
struct philox_state {
  std::array<std::uint64_t, 4> counter{};  ///< of the block in `buffer`; least significant first
  std::array<std::uint64_t, 2> key{};
  std::array<std::uint64_t, 4> buffer{};
  int buffer_pos = 4;       ///< the word of the buffer that comes next; 4: none
  bool has_uint32 = false;  ///< whether the upper half of a word waits, whose lower half was used
  std::uint32_t uinteger = 0;  ///< that half

  friend bool operator==(const philox_state&, const philox_state&) = default;
};

class philox {
 public:
  /// Seeded by the operating system.
  philox() : philox(seed_sequence()) {}
  /// `numpy.random.Philox(seed)`.
  /// @throws value_error  "expected non-negative integer" for a negative one
  template <std::integral Integer>
  requires(!std::same_as<Integer, bool>) explicit philox(Integer seed)
      : philox(seed_sequence(seed)) {}
  explicit philox(const seed_sequence& seed);
  /// `numpy.random.Philox(key=key, counter=counter)`.
  explicit philox(const std::array<std::uint64_t, 2>& key,
                  const std::array<std::uint64_t, 4>& counter = {});

  /// The next word.
  [[nodiscard]] std::uint64_t random_raw() { return next64(); }
  /// @throws value_error  "negative dimensions are not allowed"
  [[nodiscard]] std::vector<std::uint64_t> random_raw(strict_integer count);
  [[nodiscard]] std::uint64_t next64();
  /// Half of the next word, or what waits of the last one.
  [[nodiscard]] std::uint32_t next32();

  /// Goes on as if so many words, or halves of words, had been drawn.
  void skip64(std::uint64_t words);
  void skip32(std::uint64_t halves);

  /// Adds to the counter, each of whose values gives four words; what was buffered is dropped.
  /// `numpy.random.Philox.advance`.
  philox& advance(std::uint64_t delta) &;
  [[nodiscard]] philox advance(std::uint64_t delta) && { return advance(delta); }
  /// The same stream 2^128 `jumps` counters further on.
  [[nodiscard]] philox jumped(std::uint64_t jumps = 1) const;
  /// Streams that are independent of this one and of each other.
  /// @throws value_error     if this stream was made from a key
  /// @throws overflow_error  "can't convert negative value to uint32_t"
  [[nodiscard]] std::vector<philox> spawn(strict_integer count);

  [[nodiscard]] const philox_state& state() const& noexcept { return state_; }
  [[nodiscard]] philox_state state() const&& { return state_; }
  /// @throws value_error  if `buffer_pos` is not within 0 to 4
  void set_state(const philox_state& state);

 private:
  /// Buffers the block that comes so many after that which is buffered.
  void refill(std::uint64_t blocks);

  philox_state state_;
  std::vector<seed_sequence> seed_;  ///< of which children are made: one, or none
};

}  // namespace gpu::random
