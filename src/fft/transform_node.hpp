// SPDX-License-Identifier: BSD-3-Clause
// Fourier transforms as nodes: what every function of gpu::fft is made of. Arguments are checked by
// the callers.
#pragma once

#include <cstddef>
#include <vector>

#include <gpu/graph/node.hpp>

#include "vendor/fftw/transform.hpp"

namespace gpu::fft::detail {

/// The transform of `value` along axes that are all different, whose extents are the numbers of
/// points; the last one is that which is halved. Of single or double precision, complex, or real
/// for `from_real`. Not divided by anything.
[[nodiscard]] graph::node_ptr transformed(graph::node_ptr value,
                                          const std::vector<std::size_t>& axes,
                                          vendor::transform_kind kind);

/// `points` real numbers along an axis that has points/2 + 1 complex ones.
[[nodiscard]] graph::node_ptr transformed_to_real(const graph::node_ptr& value, std::size_t axis,
                                                  std::ptrdiff_t points);

}  // namespace gpu::fft::detail
