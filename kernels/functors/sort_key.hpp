// SPDX-License-Identifier: BSD-3-Clause
// Elements as the unsigned integers by which they are sorted.
#pragma once

#include <gpu/elementwise/support/sort_key.hpp>
#include <gpu/kernels/primitives/functor_info.hpp>

namespace gpu::kernels {

/// As `math::sort_key`.
template <class T>
struct sort_key {
  static constexpr functor_info info{.name = "sort_key", .file = "sort_key"};

  GPU_HD math::sort_key_t<T> operator()(T x) const { return math::sort_key(x); }
};

/// As `math::from_sort_key`.
template <class T>
struct from_sort_key {
  static constexpr functor_info info{.name = "from_sort_key", .file = "sort_key"};

  GPU_HD T operator()(math::sort_key_t<T> key) const { return math::from_sort_key<T>(key); }
};

/// As `math::order_key`.
template <class T>
struct order_key {
  static constexpr functor_info info{.name = "order_key", .file = "sort_key"};

  GPU_HD math::sort_key_t<T> operator()(T x) const { return math::order_key(x); }
};

/// The key that decides if those of `order_key` are equal.
struct second_order_key {
  static constexpr functor_info info{.name = "second_order_key", .file = "sort_key"};

  GPU_HD unsigned long long operator()(complex<double> z) const {
    return math::order_keys(z).second;
  }
};

}  // namespace gpu::kernels
