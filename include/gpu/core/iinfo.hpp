// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>

#include <gpu/core/dtype.hpp>

namespace gpu {

/// The limits of an integer type: `gpu::iinfo<int>().max` is an int. Those of a dtype known at run
/// time, `gpu::iinfo(type)`, are the widest integers. `numpy.iinfo`.
template <class T = void>
struct iinfo {
  static_assert(is_integer(dtype_of<T>), "gpu::iinfo is for integers; gpu::finfo for the others");

  static constexpr gpu::dtype dtype = dtype_of<T>;
  static constexpr int bits = 8 * static_cast<int>(sizeof(T));
  static constexpr T min = std::numeric_limits<T>::min();
  static constexpr T max = std::numeric_limits<T>::max();
};

template <>
struct iinfo<void> {
  /// @throws value_error  "Invalid integer data type 'f'."
  explicit iinfo(gpu::dtype type);

  gpu::dtype dtype;
  int bits;
  std::int64_t min;
  std::uint64_t max;
};

iinfo(gpu::dtype)->iinfo<void>;

}  // namespace gpu
