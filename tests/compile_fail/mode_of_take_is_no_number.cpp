// SPDX-License-Identifier: BSD-3-Clause
// expect: call to 'take(gpu::ndarray<double>&, <brace-enclosed initializer list>, int, int)'
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<double> x = gpu::ones<double>({2});
  (void)gpu::take(x, {0}, 0, 1);
}
