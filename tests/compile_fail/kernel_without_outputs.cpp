// SPDX-License-Identifier: BSD-3-Clause
// expect: a kernel has at least one output
#include <gpu/array/user_kernel/elementwise_kernel_of.hpp>
#include <gpu/gpu.hpp>

int main() {
  const auto a = gpu::ones<float>({2});
  auto z = gpu::elementwise_kernel_of<"T x", " ", "x + 1">(a);
}
