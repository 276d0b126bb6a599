// SPDX-License-Identifier: BSD-3-Clause
// Convolutions and correlations of vectors of one dtype, as sums of the products of a sequence and
// of the part of a longer one that it slides along.
#pragma once

#include <cstddef>

#include <gpu/array/statistics/convolution_mode.hpp>
#include <gpu/graph/node.hpp>

namespace gpu::detail {

/// A longer and a shorter sequence, and where the first sum begins.
struct slide {
  std::ptrdiff_t count;   ///< elements of the longer one
  std::ptrdiff_t length;  ///< of the shorter one
  std::ptrdiff_t before;  ///< elements of the shorter one that lie outside at first
  std::ptrdiff_t sums;

  slide(std::ptrdiff_t longer, std::ptrdiff_t shorter, convolution_mode::kind mode);
};

/// Sum i is that of a[i - before + k] v[k], over those that there are; computed now, on `where`.
using sliding_sums = graph::node_ptr (*)(const graph::node_ptr& a, const graph::node_ptr& v,
                                         const slide& s, device where);

/// Term by term, in the order of `v`; halves are added in float32.
[[nodiscard]] graph::node_ptr direct_sums(const graph::node_ptr& a, const graph::node_ptr& v,
                                          const slide& s, device where);

/// `numpy.convolve`.
/// @throws value_error  "a cannot be empty", "v cannot be empty", and for other ranks
[[nodiscard]] graph::node_ptr convolved(const graph::node_ptr& a, const graph::node_ptr& v,
                                        convolution_mode mode, sliding_sums sums = direct_sums);
/// `numpy.correlate`.
/// @throws value_error  "first array argument cannot be empty" and its like, and for other ranks
[[nodiscard]] graph::node_ptr correlated(const graph::node_ptr& a, const graph::node_ptr& v,
                                         convolution_mode mode, sliding_sums sums = direct_sums);

}  // namespace gpu::detail
