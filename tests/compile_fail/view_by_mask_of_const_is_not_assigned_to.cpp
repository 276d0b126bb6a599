// SPDX-License-Identifier: BSD-3-Clause
// expect: operator=
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<float> x = gpu::ones<float>({2});
  const gpu::ndarray<float> fixed = x;
  gpu::view(fixed, x > 0) = x + x;
}
