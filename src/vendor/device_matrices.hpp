// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/dtype.hpp>

#include <cstddef>

namespace gpu::vendor {

/// Matrices of one shape that lie one after the other, each by columns without gaps.
struct device_matrices {
  dtype type;  ///< float32, float64, complex64 or complex128
  std::ptrdiff_t count;
  std::ptrdiff_t rows, columns;
  std::byte* data;

  [[nodiscard]] std::byte* at(std::ptrdiff_t number) const {
    return data + number * rows * columns * static_cast<std::ptrdiff_t>(size_bytes(type));
  }
};

}  // namespace gpu::vendor
