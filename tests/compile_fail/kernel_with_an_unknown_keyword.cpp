// SPDX-License-Identifier: BSD-3-Clause
// expect: has no words but 'raw' and '_non_const'
#include <gpu/array/user_kernel/elementwise_kernel_of.hpp>
#include <gpu/gpu.hpp>

int main() {
  const auto a = gpu::ones<float>({2});
  auto z = gpu::elementwise_kernel_of<"row T x", "T z", "z = x[0]">(a);
}
