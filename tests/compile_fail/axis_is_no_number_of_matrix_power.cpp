// SPDX-License-Identifier: BSD-3-Clause
// expect: call to 'matrix_power(
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<double> x = gpu::ones<double>({2, 2});
  (void)gpu::linalg::matrix_power(x, gpu::axis(2));
}
