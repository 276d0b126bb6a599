// SPDX-License-Identifier: BSD-3-Clause
// expect: the options of a kernel follow its operands
#include <gpu/gpu.hpp>

int main() {
  const gpu::reduction_kernel dot("T x, T y", "T z", "x * y", "a + b", "z = a", "0");
  const gpu::ndarray<float> x = gpu::ones<float>({2});
  auto z = dot(x, gpu::keepdims, x);
}
