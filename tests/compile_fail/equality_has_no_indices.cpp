// SPDX-License-Identifier: BSD-3-Clause
// expect: a == b of arrays is one bool, no mask: write gpu::equal(a, b)
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<int> x = gpu::ones<int>(3);
  const gpu::ndarray<int> y = x;
  (void)gpu::nonzero<2>(x == y);
}
