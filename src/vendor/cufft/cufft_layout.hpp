// SPDX-License-Identifier: BSD-3-Clause
// How cuFFT reads an array where it lies in memory: its "advanced data layout".
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace gpu::vendor {

/// cuFFT transforms along so many axes at once.
inline constexpr std::size_t max_cufft_rank = 3;

/// An axis of one side of a transform; the stride counts elements.
struct strided_axis {
  std::ptrdiff_t extent;
  std::ptrdiff_t stride;
};

/// Element (b, i, j, k) lies at b distance + ((i embed[1] + j) embed[2] + k) stride.
struct cufft_layout {
  long long stride;
  long long distance;
  std::vector<long long> embed;

  friend bool operator==(const cufft_layout&, const cufft_layout&) = default;
};

/// The layout of an array whose transformed axes are `axes`, and whose other ones are `batch`. All
/// have elements; strides of axes of extent 1 mean nothing. Nothing is returned where cuFFT cannot
/// read or write that: axes that are reversed or repeated, or whose steps are no multiples of one
/// another, and a batch whose axes are not one axis in memory. It must be copied.
[[nodiscard]] std::optional<cufft_layout> cufft_layout_at(const std::vector<strided_axis>& axes,
                                                          const std::vector<strided_axis>& batch);

}  // namespace gpu::vendor
