// SPDX-License-Identifier: BSD-3-Clause
// expect: the type of a kernel's parameter is the name of a dtype
#include <gpu/array/user_kernel/elementwise_kernel_of.hpp>
#include <gpu/gpu.hpp>

int main() {
  const auto a = gpu::ones<float>({2});
  auto z = gpu::elementwise_kernel_of<"float33 x", "float32 z", "z = x">(a);
}
