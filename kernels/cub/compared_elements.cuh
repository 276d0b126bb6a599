// SPDX-License-Identifier: BSD-3-Clause
// How elements are compared while memory is read: as values that one instruction compares where
// there is one, as keys else. A comparison may let more through than the keys would, never less.
#pragma once

#include <cstdint>
#include <type_traits>

#include "element_order.cuh"

namespace gpu::cub_kernels {

/// Those of any type, by their keys.
template <class Bits>
struct elements_by_key {
  using bits = Bits;
  using key = std::conditional_t<(sizeof(Bits) > 4), std::uint64_t, std::uint32_t>;
  using value = key;

  element_order order;

  [[nodiscard]] __device__ value value_of(Bits x) const {
    return key_of_bits(static_cast<key>(x), order);
  }
  /// The one of two that comes first.
  [[nodiscard]] __device__ static value first(value a, value b) { return b < a ? b : a; }
  [[nodiscard]] __device__ key key_of(value x) const { return x; }
  [[nodiscard]] __device__ value value_of_key(key k) const { return k; }
  /// Whether it comes before the limit, or at least not after it.
  [[nodiscard]] __device__ static bool reaches(value x, value limit) { return x <= limit; }
};

/// Of 4 bytes, the largest first: nans before all others.
struct largest_floats {
  using bits = std::uint32_t;
  using key = std::uint32_t;
  using value = float;

  element_order order;

  [[nodiscard]] __device__ static value value_of(bits x) { return __uint_as_float(x); }
  [[nodiscard]] __device__ static value first(value a, value b) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    float larger;
    asm("max.NaN.f32 %0, %1, %2;" : "=f"(larger) : "f"(a), "f"(b));
    return larger;
#else
    return a != a || a > b ? a : b;
#endif
  }
  [[nodiscard]] __device__ key key_of(value x) const {
    return key_of_bits(__float_as_uint(x), order);
  }
  [[nodiscard]] __device__ value value_of_key(key k) const {
    return __uint_as_float(bits_of_key(k, order));
  }
  [[nodiscard]] __device__ static bool reaches(value x, value limit) {
    return !(x < limit);
  }
};

/// The smallest first: nans after all others.
struct smallest_floats : largest_floats {
  [[nodiscard]] __device__ static value first(value a, value b) { return fminf(a, b); }
  [[nodiscard]] __device__ value value_of_key(key k) const {
    const value x = largest_floats::value_of_key(k);
    // Between infinity and nan there is nothing.
    return x != x && k != last_key<key> ? __uint_as_float(static_cast<bits>(order.infinity)) : x;
  }
  [[nodiscard]] __device__ static bool reaches(value x, value limit) {
    return x <= limit || limit != limit;
  }
};

/// The bits of an element after which none comes.
template <class Bits>
__device__ Bits last_bits(const element_order& order) {
  if (!order.is_floating) return static_cast<Bits>(order.descending ? order.sign : ~order.sign);
  return static_cast<Bits>(order.descending ? order.sign | order.infinity : order.nan);
}

}  // namespace gpu::cub_kernels
