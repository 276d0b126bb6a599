// SPDX-License-Identifier: BSD-3-Clause
// expect: an array has another element type than its parameter, or than another array whose
// parameter has the same letter
#include <gpu/array/user_kernel/elementwise_kernel_of.hpp>
#include <gpu/gpu.hpp>

int main() {
  const auto a = gpu::ones<float>({2});
  auto z = gpu::elementwise_kernel_of<"T x, T y", "T z", "z = x + y">(a, gpu::ones<double>({2}));
}
