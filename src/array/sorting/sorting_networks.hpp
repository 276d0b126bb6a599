// SPDX-License-Identifier: BSD-3-Clause
// Sorting networks of the host over vectors of keys. Each `NAME_network::run` takes the
// instructions of the function that calls it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "array/sorting/network_keys.hpp"
#include "execute/host/vector_loop.hpp"

namespace gpu::detail::networks {

/// The smaller elements to `a`, the larger to `b`. The compiler makes vector instructions of loops
/// over lanes, those of the function that calls this.
template <class Number>
struct keys_only {
  using item = vector<Number>;
  [[gnu::always_inline]] static void exchange(item& a, item& b) {
    GPU_VECTOR_LOOP
    for (std::ptrdiff_t lane = 0; lane < lanes<Number>; ++lane) {
      const Number x = a.lane[lane];
      const Number y = b.lane[lane];
      a.lane[lane] = x < y ? x : y;
      b.lane[lane] = x < y ? y : x;
    }
  }
};

/// Keys, and the positions that decide where keys are equal.
template <class Number>
struct keyed {
  struct item {
    vector<Number> key;
    vector<Number> position;
  };
  [[gnu::always_inline]] static void exchange(item& a, item& b) {
    GPU_VECTOR_LOOP
    for (std::ptrdiff_t lane = 0; lane < lanes<Number>; ++lane) {
      const Number x = a.key.lane[lane];
      const Number y = b.key.lane[lane];
      const Number i = a.position.lane[lane];
      const Number j = b.position.lane[lane];
      const bool swaps = (x > y) | ((x == y) & (i > j));
      a.key.lane[lane] = swaps ? y : x;
      b.key.lane[lane] = swaps ? x : y;
      a.position.lane[lane] = swaps ? j : i;
      b.position.lane[lane] = swaps ? i : j;
    }
  }
};

/// Batcher's merge exchange (Knuth, The Art of Computer Programming 3, algorithm 5.2.2M), which
/// takes any number of elements.
template <class Kind>
[[gnu::always_inline]] inline void sort_items(typename Kind::item* items, std::ptrdiff_t count) {
  std::ptrdiff_t top = 1;
  while (2 * top < count) top *= 2;
  if (count < 2) return;
  for (std::ptrdiff_t p = top; p > 0; p /= 2) {
    std::ptrdiff_t distance = p;
    std::ptrdiff_t first = 0;
    for (std::ptrdiff_t q = top;; q /= 2) {
      for (std::ptrdiff_t begin = first; begin < count - distance; begin += 2 * p) {
        const std::ptrdiff_t end = std::min(begin + p, count - distance);
        for (std::ptrdiff_t i = begin; i < end; ++i) Kind::exchange(items[i], items[i + distance]);
      }
      if (q == p) break;
      distance = q - p;
      first = p;
    }
  }
}

/// Sorts each lane of `count` vectors of keys.
template <class Key>
struct lanes_network {
  using item = vector<Key>;
  using key = Key;
  [[gnu::always_inline]] static void run(item* items, std::ptrdiff_t count, std::ptrdiff_t,
                                         const key_form<Key>& form) {
    for (std::ptrdiff_t k = 0; k < count; ++k) form.to_keys(items[k]);
    sort_items<keys_only<Key>>(items, count);
    for (std::ptrdiff_t k = 0; k < count; ++k) form.from_keys(items[k]);
  }
};

/// Sorts positions by their keys.
struct keyed_network {
  using key = std::int64_t;
  using item = keyed<key>::item;
  [[gnu::always_inline]] static void run(item* items, std::ptrdiff_t count, std::ptrdiff_t,
                                         const key_form<key>& form) {
    for (std::ptrdiff_t k = 0; k < count; ++k) {
      form.to_keys(items[k].key);
      std::fill_n(items[k].position.lane, lanes<key>, k);
    }
    sort_items<keyed<key>>(items, count);
  }
};

// A row in all lanes is sorted by bitonic networks (K. E. Batcher, "Sorting networks and their
// applications", 1968): of two sorted runs of one length each element is compared with the one at
// the same place from the other end, then elements half a run apart, then a quarter, and so on.
// First so in each lane, for a power of 2 of vectors; lane l then follows lane l - 1.

/// Half a vector: a register of AVX2. What follows is written for these, since the compiler finds
/// no instructions for exchanged lanes in loops, and does not keep four vectors in registers.
template <class Number>
struct half_vector {
  using type [[gnu::vector_size(vector_bytes / 2)]] = Number;
  static constexpr std::ptrdiff_t width = lanes<Number> / 2;
};

template <class Half>
[[gnu::always_inline]] inline void exchange_halves(Half& a, Half& b) {
  const Half smaller = a < b ? a : b;
  b = a < b ? b : a;
  a = smaller;
}

/// Two steps at once: of `a` and `c`, and `b` and `d`, or of `a` and `d`, and `b` and `c`; then of
/// `a` and `b`, and `c` and `d`.
template <bool FromTheEnd, class Number>
[[gnu::always_inline]] inline void exchange_four(vector<Number>& a, vector<Number>& b,
                                                 vector<Number>& c, vector<Number>& d) {
  using half = typename half_vector<Number>::type;
  for (std::ptrdiff_t first = 0; first < lanes<Number>; first += half_vector<Number>::width) {
    half w, x, y, z;
    std::memcpy(&w, a.lane + first, sizeof(half));
    std::memcpy(&x, b.lane + first, sizeof(half));
    std::memcpy(&y, c.lane + first, sizeof(half));
    std::memcpy(&z, d.lane + first, sizeof(half));
    exchange_halves(w, FromTheEnd ? z : y);
    exchange_halves(x, FromTheEnd ? y : z);
    exchange_halves(w, x);
    exchange_halves(y, z);
    std::memcpy(a.lane + first, &w, sizeof(half));
    std::memcpy(b.lane + first, &x, sizeof(half));
    std::memcpy(c.lane + first, &y, sizeof(half));
    std::memcpy(d.lane + first, &z, sizeof(half));
  }
}

/// Compares vectors that are `distance` apart, then half of it, and so on.
template <class Number>
[[gnu::always_inline]] inline void split_vectors(vector<Number>* items, std::ptrdiff_t count,
                                                 std::ptrdiff_t distance) {
  for (; distance > 1; distance /= 4) {
    const std::ptrdiff_t step = distance / 2;
    for (vector<Number>* run = items; run < items + count; run += 4 * step)
      for (vector<Number>* a = run; a < run + step; ++a)
        exchange_four<false>(a[0], a[step], a[2 * step], a[3 * step]);
  }
  if (distance == 1)
    for (std::ptrdiff_t i = 0; i < count; i += 2)
      keys_only<Number>::exchange(items[i], items[i + 1]);
}

/// Sorts each lane.
/// @param count  a power of 2 and more than 1
template <class Number>
[[gnu::always_inline]] inline void sort_lanes(vector<Number>* items, std::ptrdiff_t count) {
  split_vectors(items, count, 1);
  for (std::ptrdiff_t size = 4; size <= count; size *= 2) {
    const std::ptrdiff_t step = size / 4;
    for (std::ptrdiff_t first = 0; first < count; first += size)
      for (std::ptrdiff_t a = first, d = first + size - 1; a < first + step; ++a, --d)
        exchange_four<true>(items[a], items[a + step], items[d - step], items[d]);
    split_vectors(items, count, step / 2);
  }
}

/// Of the pairs of lane l of `x` and lane l ^ Mask of `y`, those that lanes `First` to `First` plus
/// `width` keep: the smaller one if bit `Bit` of l is not set, else the larger one.
template <std::ptrdiff_t Mask, std::ptrdiff_t Bit, std::ptrdiff_t First, class Number, int... Lane>
[[gnu::always_inline]] inline void keep_half(const vector<Number>& x, const vector<Number>& y,
                                             typename half_vector<Number>::type& kept,
                                             std::integer_sequence<int, Lane...>) {
  using half = typename half_vector<Number>::type;
  constexpr std::ptrdiff_t width = half_vector<Number>::width;
  half own, other;
  std::memcpy(&own, x.lane + First, sizeof(own));
  std::memcpy(&other, y.lane + (First ^ (Mask & width)), sizeof(other));
  other = __builtin_shufflevector(other, other, (Lane ^ (Mask % width))...);
  constexpr half order = {((First + Lane) & Bit) == 0 ? Number(0) : Number(-1)...};
  kept = (own ^ order) < (other ^ order) ? own : other;
}
/// Compares the lanes of `a` with those of `b`, which may be the same vector.
template <std::ptrdiff_t Mask, std::ptrdiff_t Bit, class Number>
[[gnu::always_inline]] inline void exchange_lanes(vector<Number>& a, vector<Number>& b) {
  constexpr std::ptrdiff_t width = half_vector<Number>::width;
  constexpr std::make_integer_sequence<int, width> each;
  typename half_vector<Number>::type lower_a, upper_a, lower_b, upper_b;
  keep_half<Mask, Bit, 0>(a, b, lower_a, each);
  keep_half<Mask, Bit, width>(a, b, upper_a, each);
  keep_half<Mask, Bit, 0>(b, a, lower_b, each);
  keep_half<Mask, Bit, width>(b, a, upper_b, each);
  std::memcpy(a.lane, &lower_a, sizeof(lower_a));
  std::memcpy(a.lane + width, &upper_a, sizeof(upper_a));
  std::memcpy(b.lane, &lower_b, sizeof(lower_b));
  std::memcpy(b.lane + width, &upper_b, sizeof(upper_b));
}

/// Compares lanes that are `Distance` apart, then half of it, and so on.
template <class Number, std::ptrdiff_t Distance>
[[gnu::always_inline]] inline void split_lanes(vector<Number>* items, std::ptrdiff_t count) {
  if constexpr (Distance > 0) {
    for (std::ptrdiff_t i = 0; i < count; ++i)
      exchange_lanes<Distance, Distance>(items[i], items[i]);
    split_lanes<Number, Distance / 2>(items, count);
  }
}

/// Merges the sorted lanes: pairs, then pairs of those, until there are `Width` in one.
template <class Number, std::ptrdiff_t Width = 2>
[[gnu::always_inline]] inline void merge_lanes(vector<Number>* items, std::ptrdiff_t count) {
  if constexpr (Width <= lanes<Number>) {
    for (std::ptrdiff_t i = 0; i < count / 2; ++i)
      exchange_lanes<Width - 1, Width / 2>(items[i], items[count - 1 - i]);
    split_lanes<Number, Width / 4>(items, count);
    split_vectors(items, count, count / 2);
    merge_lanes<Number, 2 * Width>(items, count);
  }
}

/// Sorts `columns` keys in all lanes as one row.
/// @param count  a power of 2 and more than 1
template <class Key>
struct row_network {
  using key = Key;
  using item = vector<Key>;
  [[gnu::always_inline]] static void run(item* items, std::ptrdiff_t count, std::ptrdiff_t columns,
                                         const key_form<Key>& form) {
    for (std::ptrdiff_t k = 0; k < count; ++k) form.to_keys(items[k]);
    Key* const keys = reinterpret_cast<Key*>(items);
    std::fill(keys + columns, keys + count * lanes<Key>, form.highest);  // stays behind all others
    sort_lanes(items, count);
    merge_lanes(items, count);
    for (std::ptrdiff_t k = 0; k < count; ++k) form.from_keys(items[k]);
  }
};

}  // namespace gpu::detail::networks
