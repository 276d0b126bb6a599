// SPDX-License-Identifier: BSD-3-Clause
// expect: not defined for these element types
// expect: gpu::ops::bitwise_and, float, float
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<float> x = gpu::ones<float>({2});
  auto y = gpu::bitwise_and(x, x);
}
