// SPDX-License-Identifier: BSD-3-Clause
// expect: cannot be compiled for a device
// expect: gpu::elementwise_kernel_of
#include <gpu/gpu.hpp>

int main() {
  const gpu::ndarray<double> x = {1, 2};
  const auto f = gpu::vectorize([](double a, double b) { return a * a + b; });
  f(x, x);
}
