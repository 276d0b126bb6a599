// SPDX-License-Identifier: BSD-3-Clause
// Integers of a range, by multiplication: the upper half of a word times the number of integers.
// Words whose lower half would favour some integers are drawn again. D. Lemire, "Fast random
// integer generation in an interval", ACM Transactions on Modeling and Computer Simulation 29
// (2019).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/access.hpp>
#include <gpu/core/dtype.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
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

/// How many bits of half a word NumPy takes for an element of that integer type, or 32; of larger
/// ranges than 2^32 numbers it takes whole words.
[[nodiscard]] constexpr int part_bits(dtype type) {
  if (type == dtype::bool_) return 1;
  return size_bytes(type) < 4 ? 8 * static_cast<int>(size_bytes(type)) : 32;
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
      return next_part() & 1;
    else if constexpr (sizeof(T) == 1)
      return bounded<std::uint8_t, std::uint16_t>([this] { return next_part(); }, range);
    else if constexpr (sizeof(T) == 2)
      return bounded<std::uint16_t, std::uint32_t>([this] { return next_part(); }, range);
    else if (range <= std::numeric_limits<std::uint32_t>::max())
      return bounded<std::uint32_t, std::uint64_t>([this] { return bits_.next32(); }, range);
    else
      return bounded<std::uint64_t, wide_word>([this] { return bits_.next64(); }, range);
  }

  /// `part_bits` of half a word, the least significant part first; those above them are any.
  std::uint32_t next_part() {
    constexpr int width = part_bits(dtype_of<T>);
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

/// An array of integers, drawn by the host one after the other.
/// @param interval_of  the interval of element i
/// @throws dtype_error  "Unsupported dtype float32 for integers"
template <class IntervalOf>
[[nodiscard]] graph::leaf_ptr drawn_one_by_one(philox& bits, dtype type, const shape& size,
                                               device where, const IntervalOf& interval_of) {
  const graph::leaf_ptr drawn = gpu::detail::uninitialised_leaf(type, size, cpu());
  const auto count = static_cast<std::size_t>(element_count(size));
  visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    if constexpr (std::is_integral_v<T>) {
      T* const values = static_cast<T*>(drawn->block->data());
      integer_stream<T> next(bits);
      const IntervalOf own = interval_of;  // which the numbers do not overwrite
      for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<T>(next(own(i)));
    } else {
      throw dtype_error(text_of("Unsupported dtype ", type, " for integers"));
    }
  });
  return gpu::detail::moved_to(graph::node_ptr(drawn.get()), where, false);
}

}  // namespace gpu::random::detail
