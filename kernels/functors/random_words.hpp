// SPDX-License-Identifier: BSD-3-Clause
// The words of a single element, for distributions that draw again until a number fits.
//
// Element i of an array owns block c + i of the stream: four words, which are enough for nearly
// all. Its next blocks are those of the counters that are larger by 2^224, 2 * 2^224 and so on: the
// upper half of the highest word counts them. So no two elements share a word, whatever they draw,
// and the generator goes on behind the first blocks.
#pragma once

#include <gpu/elementwise/support/math.hpp>
#include <gpu/kernels/primitives/functor_info.hpp>
#include <gpu/kernels/primitives/philox.hpp>

namespace gpu::kernels {

/// Where a stream stands: the counter of element 0, and the key.
struct random_stream {
  philox_counter first;
  philox_key key;
};

/// Draws the words of one element, and numbers made of them.
class random_words {
 public:
  GPU_HD random_words(long long element, const random_stream& stream)
      : counter_(advanced(stream.first, static_cast<unsigned long long>(element))),
        key_(stream.key),
        block_(philox(counter_, key_)) {}

  GPU_HD unsigned long long word() {
    if (left_ == 0) refill();
    const unsigned long long next = block_.word[0];
    // Moves the others up: an index that is not known at compile time would put them in memory.
    block_.word[0] = block_.word[1];
    block_.word[1] = block_.word[2];
    block_.word[2] = block_.word[3];
    --left_;
    return next;
  }

  /// A number of (0, 1) that is not 0 or 1: 52 bits, and a half.
  GPU_HD double open_unit() {
    return (static_cast<double>(static_cast<long long>(word() >> 12)) + 0.5) * 0x1p-52;
  }
  /// A number of (0, 1].
  template <class T>
  GPU_HD T unit() {
    if constexpr (sizeof(T) == 8)
      return static_cast<T>(static_cast<long long>((word() >> 11) + 1)) * 0x1p-53;
    else
      return static_cast<T>(static_cast<long long>(word() >> 32) + 1) * 0x1p-32f;
  }
  /// A normal number, by the formula of Box and Muller (1958), of two words.
  template <class T>
  GPU_HD T normal() {
    const T radius = math::sqrt(-2 * math::log(unit<T>()));
    return radius * math::cos(static_cast<T>(6.283185307179586) * unit<T>());
  }

 private:
  GPU_HD void refill() {
    counter_.word[3] += 1ull << 32;
    block_ = philox(counter_, key_);
    left_ = 4;
  }

  philox_counter counter_;
  philox_key key_;
  philox_block block_;
  int left_ = 4;
};

}  // namespace gpu::kernels
