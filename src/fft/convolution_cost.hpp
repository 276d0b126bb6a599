// SPDX-License-Identifier: BSD-3-Clause
// Which way to compute a convolution is the fastest, by estimates of the operations.
#pragma once

#include <cstddef>

#include <gpu/core/dtype.hpp>

#include "array/statistics/sliding_sums.hpp"

namespace gpu::fft::detail {

/// Transforms of so many points: one of all elements, or one for each block of them, whose sums
/// come in steps of fewer elements, as the blocks overlap.
struct convolution_blocks {
  std::ptrdiff_t points;
  std::ptrdiff_t count;
  std::ptrdiff_t step;  ///< sums of each block

  /// Real multiplications and additions, of real numbers.
  [[nodiscard]] double operations() const noexcept;
};

/// At least `count`, and a product of small primes.
[[nodiscard]] std::ptrdiff_t fast_points(std::ptrdiff_t count) noexcept;

/// The blocks with the fewest operations.
[[nodiscard]] convolution_blocks best_blocks(const gpu::detail::slide& s) noexcept;

/// Whether transforms are faster than direct sums.
[[nodiscard]] bool are_transforms_faster(const gpu::detail::slide& s, dtype type,
                                         bool on_gpu) noexcept;

}  // namespace gpu::fft::detail
