// SPDX-License-Identifier: BSD-3-Clause
// expect: nor by a word that C++ keeps for itself
#include <gpu/array/user_kernel/elementwise_kernel_of.hpp>
#include <gpu/gpu.hpp>

int main() {
  const auto a = gpu::ones<float>({2});
  auto z = gpu::elementwise_kernel_of<"T x, T float", "T z", "z = x">(a, a);
}
