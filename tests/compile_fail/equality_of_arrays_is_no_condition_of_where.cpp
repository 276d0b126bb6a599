// SPDX-License-Identifier: BSD-3-Clause
// expect: gpu::equality
#include <gpu/gpu.hpp>

int main() {
  const gpu::ndarray<float> x = gpu::ones<float>(3), y = x;
  const gpu::ndarray<float> z = gpu::where(x == y, x, 0);
}
