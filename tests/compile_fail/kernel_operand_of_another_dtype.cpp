// SPDX-License-Identifier: BSD-3-Clause
// expect: an array has another element type than the kernel's signature
#include <gpu/array/user_kernel/elementwise_kernel.hpp>
#include <gpu/gpu.hpp>

int main() {
  const gpu::elementwise_kernel<float(float)> twice("T x", "T z", "z = 2 * x");
  auto z = twice(gpu::ones<double>({2}));
}
