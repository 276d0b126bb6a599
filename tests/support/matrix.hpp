// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <gpu/array/creation.hpp>
#include <gpu/array/manipulation.hpp>

namespace gpu::test {

/// 0, 1, 2, ... in C order, on the current device.
inline ndarray<float> matrix(std::ptrdiff_t rows, std::ptrdiff_t columns) {
  return reshape(arange<float>(0, static_cast<float>(rows * columns), 1), {rows, columns});
}

}  // namespace gpu::test
