// SPDX-License-Identifier: BSD-3-Clause
// expect: a == b of arrays is one bool, no mask: write gpu::equal(a, b)
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<float> x = gpu::ones<float>(3);
  const gpu::ndarray<float> y = x;
  (void)gpu::logical_and(x == y, x > 2);
}
