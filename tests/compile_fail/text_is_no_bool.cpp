// SPDX-License-Identifier: BSD-3-Clause
// expect: no matching function
#include <gpu/gpu.hpp>

int main() {
  const gpu::ndarray<double> x = {{1, 2}, {3, 4}};
  gpu::linalg::cholesky(x, "L");
}
