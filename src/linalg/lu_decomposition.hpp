// SPDX-License-Identifier: BSD-3-Clause
// LU decompositions of stacks of matrices on the host.
#pragma once

#include <cstddef>
#include <vector>

#include "linalg/matrix_stack.hpp"
#include "vendor/lapack/lapack.hpp"

namespace gpu::linalg::detail {

/// Decomposes the matrices in place; `visit(number, info, pivots)` is called after each.
template <class T, class Visit>
void decompose_lu(const matrix_stack& a, const Visit& visit) {
  std::vector<int> pivots(static_cast<std::size_t>(a.rows()));
  for (std::ptrdiff_t i = 0; i < a.count(); ++i) {
    const int info = vendor::getrf(a.rows(), a.at<T>(i), pivots.data());
    visit(i, info, pivots);
  }
}

}  // namespace gpu::linalg::detail
