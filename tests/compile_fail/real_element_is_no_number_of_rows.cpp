// SPDX-License-Identifier: BSD-3-Clause
// expect: call to 'tri(gpu::ndarray<double>::reference)'
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<double> x = gpu::ones<double>({2});
  (void)gpu::tri(x(0));
}
