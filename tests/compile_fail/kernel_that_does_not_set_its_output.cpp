// SPDX-License-Identifier: BSD-3-Clause
// expect: the text of a kernel does not mention one of its outputs
#include <gpu/array/user_kernel/elementwise_kernel_of.hpp>
#include <gpu/gpu.hpp>

int main() {
  const auto a = gpu::ones<float>({2});
  auto z = gpu::elementwise_kernel_of<"T x", "T z, T w", "z = x">(a);
}
