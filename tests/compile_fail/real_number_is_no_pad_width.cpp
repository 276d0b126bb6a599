// SPDX-License-Identifier: BSD-3-Clause
// expect: call to 'pad(gpu::ndarray<double>&, double)'
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<double> x = gpu::ones<double>({4});
  (void)gpu::pad(x, 1.5);
}
