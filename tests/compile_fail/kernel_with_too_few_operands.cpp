// SPDX-License-Identifier: BSD-3-Clause
// expect: the number of arguments is not that of the kernel's signature
#include <gpu/array/user_kernel/elementwise_kernel.hpp>
#include <gpu/gpu.hpp>

int main() {
  const gpu::elementwise_kernel<float(float, float)> sum("T x, T y", "T z", "z = x + y");
  auto z = sum(gpu::ones<float>({2}));
}
