// SPDX-License-Identifier: BSD-3-Clause
// The best element of a short line, and where it is.
#pragma once

#include <gpu/elementwise/support/classify.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "execute/host/vector_lanes.hpp"

namespace gpu::execute::detail {

#ifdef __GNUC__

/// The elements that have keys.
template <class T>
inline constexpr bool has_keys = std::is_arithmetic_v<T> || half_element<T>;

/// Elements as numbers that are compared, lane by lane or alone.
template <class T>
struct line_keys {
  using key = T;
  template <class Keys>
  GPU_HD static void make(Keys&) {}
  template <class Keys, class Truths>
  GPU_HD static void add_nans(Truths& nans, const Keys& x) {
    nans |= x != x;
  }
};
template <>
struct line_keys<bool> : line_keys<unsigned char> {};
/// The bits are a sign and a magnitude; keys are in two's complement, in which both zeros are 0.
template <class T>
requires half_element<T>
struct line_keys<T> {
  using key = std::int16_t;
  template <class Keys>
  GPU_HD static void make(Keys& x) {
    constexpr key magnitude_bits = 0x7fff;
    const Keys sign = x >> 15;
    x = ((x & magnitude_bits) ^ sign) - sign;
  }
  template <class Keys, class Truths>
  GPU_HD static void add_nans(Truths& nans, const Keys& x) {
    constexpr key limit = static_cast<key>(T(math::infinity<float>).bits());
    nans |= (x > limit) | (x < static_cast<key>(-limit));
  }
};

/// Of one to `longest` elements: each lane of a vector knows the position of its own best.
template <bool Largest, class T>
class row_extremum {
  using keys = line_keys<T>;
  using key = typename keys::key;

 public:
  /// Of more, `extremum_chunk` is faster; and a position has to fit a lane.
  static constexpr std::ptrdiff_t longest =
      sizeof(T) == 1 ? 256 : 2048 / static_cast<std::ptrdiff_t>(sizeof(T));

  T top;         ///< unless there is a nan
  bool has_nan;  ///< nothing else is known then

  GPU_HD row_extremum(std::ptrdiff_t count, const T* x) {
    if (count >= lanes_of<32>)
      take_vectors<32>(count, x);
    else if (count >= lanes_of<16>)
      take_vectors<16>(count, x);
    else
      take_one_by_one(count, x);
    top = x[position_];
  }

  /// The number of the first element that is the best.
  [[nodiscard]] GPU_HD std::ptrdiff_t position(const T*) const { return position_; }

 private:
  static constexpr bool may_be_nan = !std::is_integral_v<T>;
  template <std::ptrdiff_t Bytes>
  static constexpr std::ptrdiff_t lanes_of = Bytes / static_cast<std::ptrdiff_t>(sizeof(T));

  /// Minima of these are one instruction, if there is one.
  using place = std::conditional_t<sizeof(T) < 4, std::make_unsigned_t<truth_of<T>>, truth_of<T>>;

  template <class Keys>
  GPU_HD static void read(Keys& y, const T* x) {
    std::memcpy(&y, x, sizeof(y));
    keys::make(y);
  }

  /// The last vector may begin in the one before.
  template <std::ptrdiff_t Bytes>
  GPU_HD void take_vectors(std::ptrdiff_t count, const T* x) {
    using vector [[gnu::vector_size(Bytes)]] = key;
    using places [[gnu::vector_size(Bytes)]] = place;
    constexpr std::ptrdiff_t lanes = lanes_of<Bytes>;
    places here;
    for (std::ptrdiff_t k = 0; k < lanes; ++k) here[k] = static_cast<place>(k);
    vector best;
    read(best, x);
    decltype(best != best) nans{};
    keys::add_nans(nans, best);
    places first = here;
    const auto take = [&](const T* y) __attribute__((always_inline)) {
      vector own;
      read(own, y);
      if constexpr (may_be_nan) keys::add_nans(nans, own);
      const auto gains = Largest ? own > best : own < best;
      best = gains ? own : best;
      first = gains ? here : first;
    };
    std::ptrdiff_t i = lanes;
    for (; i + lanes <= count; i += lanes) {
      here += static_cast<place>(lanes);
      take(x + i);
    }
    if (i != count) {
      here += static_cast<place>(count - i);
      take(x + count - lanes);
    }
    has_nan = may_be_nan && extremum_lane<false>(nans) != 0;
    const key most = extremum_lane<Largest>(best);
    first = best == most ? first : places{} + static_cast<place>(longest - 1);
    position_ = extremum_lane<false>(first);
  }
  GPU_HD void take_one_by_one(std::ptrdiff_t count, const T* x) {
    key best;
    read(best, x);
    has_nan = false;
    if constexpr (may_be_nan) keys::add_nans(has_nan, best);
    position_ = 0;
    for (std::ptrdiff_t i = 1; i < count; ++i) {
      key own;
      read(own, x + i);
      if constexpr (may_be_nan) keys::add_nans(has_nan, own);
      const bool gains = Largest ? own > best : own < best;
      position_ = gains ? i : position_;
      best = gains ? own : best;
    }
  }

  std::ptrdiff_t position_;
};

#else

template <class T>
inline constexpr bool has_keys = false;

#endif

}  // namespace gpu::execute::detail
