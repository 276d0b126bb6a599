// SPDX-License-Identifier: BSD-3-Clause
// expect: a == b of arrays is one bool, no mask: write gpu::equal(a, b)
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<float> x = gpu::ones<float>(3);
  const gpu::ndarray<float> y = x;
  const gpu::ndarray<float> z = gpu::where(x == y, x, 0);
}
