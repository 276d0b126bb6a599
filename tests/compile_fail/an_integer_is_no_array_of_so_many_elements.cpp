// SPDX-License-Identifier: BSD-3-Clause
// expect: use of deleted function
#include <gpu/gpu.hpp>

int main() {
  const int n = 10;
  gpu::ndarray<double> x(n);
}
