// SPDX-License-Identifier: BSD-3-Clause
// Integers of a range, by multiplication: the upper half of a word times the number of integers.
// Words whose lower half would favour some integers are drawn again. D. Lemire, "Fast random
// integer generation in an interval", ACM Transactions on Modeling and Computer Simulation 29
// (2019).
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <gpu/array/creation.hpp>
#include <gpu/core/dtype.hpp>
#include <gpu/random/philox.hpp>

namespace gpu::random::detail {

using gpu::detail::wide_integer;
__extension__ using wide_word = unsigned __int128;

/// Integers `offset` to `offset + range`, modulo 2^64.
struct interval {
  std::uint64_t offset;
  std::uint64_t range;
};

/// The smallest and the largest number of an integer type; none of others.
struct integer_limits {
  wide_integer least;
  wide_integer most;
};
[[nodiscard]] inline integer_limits limits_of(dtype type) {
  return visit_dtype(type, []<class T>(std::type_identity<T>) -> integer_limits {
    if constexpr (std::is_integral_v<T>)
      return {std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};
    else
      return {0, -1};
  });
}

/// What NumPy says of bounds between which there is no integer.
/// @param from_zero  whether the lower bound is 0, which a caller need not have given
[[nodiscard]] constexpr const char* no_integer_between(bool endpoint, bool from_zero) {
  if (from_zero) return endpoint ? "high < 0" : "high <= 0";
  return endpoint ? "low > high" : "low >= high";
}

/// The integers of intervals that NumPy draws for elements of type `T`, one after the other. Small
/// ones share half a word.
template <class T>
class integer_stream {
 public:
  explicit integer_stream(philox& bits) : bits_(bits) {}

  std::uint64_t operator()(const interval& of) {
    return of.range == 0 ? of.offset : of.offset + up_to(of.range);
  }

 private:
  std::uint64_t up_to(std::uint64_t range) {
    if constexpr (std::is_same_v<T, bool>)
      return next_part(1) & 1;
    else if constexpr (sizeof(T) == 1)
      return bounded<std::uint8_t, std::uint16_t>([this] { return next_part(8); }, range);
    else if constexpr (sizeof(T) == 2)
      return bounded<std::uint16_t, std::uint32_t>([this] { return next_part(16); }, range);
    else if (range <= std::numeric_limits<std::uint32_t>::max())
      return bounded<std::uint32_t, std::uint64_t>([this] { return bits_.next32(); }, range);
    else
      return bounded<std::uint64_t, wide_word>([this] { return bits_.next64(); }, range);
  }

  /// So many bits of half a word, the least significant part first; those above them are any.
  std::uint32_t next_part(int width) {
    if (left_ == 0) {
      half_ = bits_.next32();
      left_ = 32 / width;
    } else {
      half_ >>= width;
    }
    --left_;
    return half_;
  }

  /// Lemire's method; `Twice` has twice the bits of `Word`.
  template <class Word, class Twice, class Next>
  static std::uint64_t bounded(const Next& next, std::uint64_t range) {
    constexpr Word most = std::numeric_limits<Word>::max();
    const auto word = [&next] { return static_cast<Word>(next()); };
    if (range == most) return word();
    const auto count = static_cast<Word>(range + 1);
    Twice product = static_cast<Twice>(word()) * count;
    if (static_cast<Word>(product) < count) {
      const auto threshold = static_cast<Word>(static_cast<Word>(most - range) % count);
      while (static_cast<Word>(product) < threshold) product = static_cast<Twice>(word()) * count;
    }
    return static_cast<Word>(product >> 8 * sizeof(Word));
  }

  philox& bits_;
  std::uint32_t half_ = 0;
  int left_ = 0;  ///< parts of it that were not drawn
};

}  // namespace gpu::random::detail
