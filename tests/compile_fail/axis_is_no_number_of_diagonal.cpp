// SPDX-License-Identifier: BSD-3-Clause
// expect: call to 'diagonal(
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<double> x = gpu::ones<double>({2, 2});
  (void)gpu::diagonal(x, gpu::axis(1));
}
