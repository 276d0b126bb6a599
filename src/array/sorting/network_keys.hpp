// SPDX-License-Identifier: BSD-3-Clause
// The vectors of keys that sorting networks of the host exchange, and how elements become keys.
#pragma once

#include <gpu/elementwise/support/sort_key.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "execute/host/vector_loop.hpp"

namespace gpu::detail::networks {

/// Bytes of a vector: those of a cache line, in as many registers as it takes.
inline constexpr std::ptrdiff_t vector_bytes = 64;

template <class Number>
inline constexpr std::ptrdiff_t lanes = vector_bytes / static_cast<std::ptrdiff_t>(sizeof(Number));

template <class Number>
struct alignas(vector_bytes) vector {
  Number lane[lanes<Number>];
};

/// Elements with the order of the keys, as signed integers of their size: comparing those takes one
/// instruction everywhere.
template <class T>
using signed_key = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;

/// How elements become keys: signed integers in the order of `math::sort_key`. Those that have the
/// size of their keys are loaded as they are, and whole vectors are converted.
template <class Key>
struct key_form {
  bool is_float = false;
  Key inverted = 0;       ///< bits: all if the order is descending, and the sign of unsigned ones
  Key negative_zero = 0;  ///< of floats, with what it becomes
  Key zero = 0;
  Key infinity = 0;
  Key nan = 0;

  static constexpr Key lowest = std::numeric_limits<Key>::min();
  static constexpr Key highest = std::numeric_limits<Key>::max();

  [[gnu::always_inline]] void to_keys(vector<Key>& keys) const {
    if (is_float) {
      const auto [from, to, largest, bits] = std::array{negative_zero, zero, infinity, inverted};
      GPU_VECTOR_LOOP
      for (std::ptrdiff_t lane = 0; lane < lanes<Key>; ++lane) {
        Key x = keys.lane[lane];
        x = x == from ? to : x;
        const Key ordered = x ^ ((x >> (8 * sizeof(Key) - 1)) & highest);
        keys.lane[lane] = ((x & highest) > largest ? highest : ordered) ^ bits;
      }
    } else {
      flip(keys);
    }
  }
  [[gnu::always_inline]] void from_keys(vector<Key>& keys) const {
    if (is_float) {
      const auto [all_nans, bits] = std::array{nan, inverted};
      GPU_VECTOR_LOOP
      for (std::ptrdiff_t lane = 0; lane < lanes<Key>; ++lane) {
        const Key x = keys.lane[lane] ^ bits;
        const Key element = x ^ ((x >> (8 * sizeof(Key) - 1)) & highest);
        keys.lane[lane] = x == highest ? all_nans : element;
      }
    } else {
      flip(keys);
    }
  }

 private:
  [[gnu::always_inline]] void flip(vector<Key>& keys) const {
    const Key bits = inverted;
    GPU_VECTOR_LOOP
    for (std::ptrdiff_t lane = 0; lane < lanes<Key>; ++lane) keys.lane[lane] ^= bits;
  }
};

/// Elements of type `T` and their keys.
template <class T>
struct lane_key {
  using key = signed_key<T>;
  using unsigned_key = std::make_unsigned_t<key>;
  static constexpr bool is_whole = sizeof(T) == sizeof(key);

  static key_form<key> form(bool descending, bool zeros_are_equal) {
    key_form<key> form;
    form.inverted = descending ? key(-1) : key(0);
    if constexpr (is_whole && std::is_unsigned_v<T>) form.inverted ^= form.lowest;
    if constexpr (std::is_floating_point_v<T>) {
      form.is_float = true;
      form.infinity = std::bit_cast<key>(std::numeric_limits<T>::infinity());
      form.nan = std::bit_cast<key>(math::nan<T>);
      // Where zeros differ, the bits of a nan stay those of a nan.
      form.negative_zero = zeros_are_equal ? form.lowest : form.highest;
      form.zero = zeros_are_equal ? key(0) : form.highest;
    }
    return form;
  }
  static key loaded(T x) {
    if constexpr (is_whole)
      return std::bit_cast<key>(x);
    else
      return static_cast<key>(static_cast<unsigned_key>(math::sort_key(x)) ^
                              static_cast<unsigned_key>(key_form<key>::lowest));
  }
  static T stored(key bits) {
    if constexpr (is_whole)
      return std::bit_cast<T>(bits);
    else
      return math::from_sort_key<T>(static_cast<unsigned_key>(bits) ^
                                    static_cast<unsigned_key>(key_form<key>::lowest));
  }
};

}  // namespace gpu::detail::networks
