// SPDX-License-Identifier: BSD-3-Clause
// expect: use of deleted function
// expect: quantile_function
#include <gpu/gpu.hpp>

int main() {
  const gpu::ndarray<double> x = {1, 2};
  gpu::quantile(x, 0.5, 0, "hazen");
}
