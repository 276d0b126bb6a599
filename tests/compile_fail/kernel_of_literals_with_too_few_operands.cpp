// SPDX-License-Identifier: BSD-3-Clause
// expect: the number of arguments is not that of the kernel's inputs
#include <gpu/array/user_kernel/elementwise_kernel_of.hpp>
#include <gpu/gpu.hpp>

int main() {
  const auto a = gpu::ones<float>({2});
  auto z = gpu::elementwise_kernel_of<"T x, T y", "T z", "z = x + y">(a);
}
