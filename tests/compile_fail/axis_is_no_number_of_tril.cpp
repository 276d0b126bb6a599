// SPDX-License-Identifier: BSD-3-Clause
// expect: call to 'tril(
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<double> x = gpu::ones<double>({2, 2});
  (void)gpu::tril(x, gpu::axis(1));
}
