// SPDX-License-Identifier: BSD-3-Clause
#include "fft/convolution_cost.hpp"

#include <algorithm>
#include <cmath>

namespace gpu::fft::detail {
namespace {

using gpu::detail::slide;

/// So many operations of direct sums take the time of one of a transform: their loops are plainer.
constexpr double direct_speed = 4;
/// In operations of a transform, what its launches cost, and to see whether elements are finite.
constexpr double host_overhead = 2e4;
constexpr double gpu_overhead = 1e7;

/// Of 2.5 n log2(n) operations, as the transform of n real numbers has.
double transform_operations(std::ptrdiff_t points) {
  const auto n = static_cast<double>(points);
  return 2.5 * n * std::log2(std::max(n, 2.0));
}

/// One transform of all elements: zeros are enough between the last element and the first, to which
/// the sums before it lead.
convolution_blocks one_block(const slide& s) {
  const std::ptrdiff_t points =
      fast_points(std::max(s.count + s.before, s.sums + s.length - 1 - s.before));
  return {points, 1, s.sums};
}

}  // namespace

double convolution_blocks::operations() const noexcept {
  const auto blocks = static_cast<double>(count);
  // There and back for each block, and once for the shorter sequence; products of the transforms.
  return (2 * blocks + 1) * transform_operations(points) + 3 * blocks * static_cast<double>(points);
}

std::ptrdiff_t fast_points(std::ptrdiff_t count) noexcept {
  std::ptrdiff_t best = 1;
  while (best < count) best *= 2;
  for (std::ptrdiff_t odd : {3, 5, 9, 15, 25, 27, 45, 75}) {
    while (odd < count) odd *= 2;
    best = std::min(best, odd);
  }
  return best;
}

convolution_blocks best_blocks(const slide& s) noexcept {
  const convolution_blocks whole = one_block(s);
  convolution_blocks best = whole;
  for (std::ptrdiff_t points = fast_points(2 * s.length); points < whole.points; points *= 2) {
    const std::ptrdiff_t step = points - s.length + 1;
    const convolution_blocks blocks{points, (s.sums + step - 1) / step, step};
    if (blocks.operations() < best.operations()) best = blocks;
  }
  return best;
}

bool are_transforms_faster(const slide& s, dtype type, bool on_gpu) noexcept {
  if (traits(type).kind <= dtype_kind::integer) return false;
  const bool is_complex = traits(type).kind == dtype_kind::complex;
  const double terms =
      static_cast<double>(s.length) * static_cast<double>(std::min(s.sums, s.count));
  const double direct = (is_complex ? 8 : 2) * terms;
  const double overhead = on_gpu ? gpu_overhead : host_overhead;
  if (direct < direct_speed * overhead) return false;
  const double transforms = (is_complex ? 2 : 1) * best_blocks(s).operations();
  return direct > direct_speed * (transforms + overhead);
}

}  // namespace gpu::fft::detail
