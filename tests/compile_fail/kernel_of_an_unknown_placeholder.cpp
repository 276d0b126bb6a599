// SPDX-License-Identifier: BSD-3-Clause
// expect: the type of a kernel's output is a letter that is the type of no input
#include <gpu/array/user_kernel/elementwise_kernel_of.hpp>
#include <gpu/gpu.hpp>

int main() {
  const auto a = gpu::ones<float>({2});
  auto z = gpu::elementwise_kernel_of<"T x, T y", "U z", "z = x + y">(a, a);
}
