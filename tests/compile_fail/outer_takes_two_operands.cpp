// SPDX-License-Identifier: BSD-3-Clause
// expect: outer product only supported for binary functions
#include <gpu/gpu.hpp>

int main() {
  const gpu::ndarray<float> x = gpu::ones<float>({2});
  auto y = gpu::sqrt.outer(x, x);
}
