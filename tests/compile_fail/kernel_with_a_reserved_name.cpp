// SPDX-License-Identifier: BSD-3-Clause
// expect: a parameter of a kernel cannot be called 'i' or '_ind'
#include <gpu/array/user_kernel/elementwise_kernel_of.hpp>
#include <gpu/gpu.hpp>

int main() {
  const auto a = gpu::ones<float>({2});
  auto z = gpu::elementwise_kernel_of<"T x, T i", "T z", "z = x + i">(a, a);
}
