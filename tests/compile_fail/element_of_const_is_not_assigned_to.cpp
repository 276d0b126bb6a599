// SPDX-License-Identifier: BSD-3-Clause
// expect: assignment
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<float> x = gpu::ones<float>({2});
  const gpu::ndarray<float> fixed = x;
  fixed(0) = 1;
}
