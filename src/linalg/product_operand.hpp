// SPDX-License-Identifier: BSD-3-Clause
// Operands and batches of products as kernels take them.
#pragma once

#include <cstddef>

#include <gpu/core/layout.hpp>
#include <gpu/kernels/abi.hpp>

namespace gpu::linalg::detail {

/// @param steps  along the axes of the batch, which are the kernel's last ones
[[nodiscard]] inline kernels::product_operand product_operand_of(const void* data,
                                                                 std::ptrdiff_t outer_stride,
                                                                 std::ptrdiff_t term_stride,
                                                                 const shape& steps) {
  kernels::product_operand x{data, outer_stride, term_stride, {}};
  for (std::size_t axis = 0; axis < steps.size(); ++axis)
    x.step[kernels::product_batch_axes - steps.size() + axis] = steps[axis];
  return x;
}

/// Axes that the batch does not have are of extent 1.
inline void set_product_batch(kernels::divisor<long long> (&axes)[kernels::product_batch_axes],
                              const shape& batch) {
  const std::size_t absent = kernels::product_batch_axes - batch.size();
  for (std::size_t axis = 0; axis < kernels::product_batch_axes; ++axis)
    axes[axis] = kernels::divisor<long long>::of(axis < absent ? 1 : batch[axis - absent]);
}

}  // namespace gpu::linalg::detail
