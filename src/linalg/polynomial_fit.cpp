// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/polynomial_fit.hpp>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::polynomial::detail {

void require_weights(const shape& x, const shape& w) {
  if (w.size() != 1) throw shape_error(text_of("expected 1D vector for w, not of shape ", w));
  if (x[0] != w[0])
    throw shape_error(text_of("expected x and w to have same length, not ", x[0], " and ", w[0]));
}

}  // namespace gpu::polynomial::detail
