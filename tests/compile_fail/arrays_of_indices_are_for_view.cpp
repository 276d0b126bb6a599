// SPDX-License-Identifier: BSD-3-Clause
// expect: deleted
#include <gpu/gpu.hpp>

int main() {
  const gpu::ndarray<float> x = gpu::eye<float>(4);
  const gpu::ndarray<int> chosen = {2, 0};
  (void)x[chosen];
}
