// SPDX-License-Identifier: BSD-3-Clause
// expect: gpu::ops::exp
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<float> x = gpu::ones<float>({2});
  auto y = gpu::exp(x, x);
}
