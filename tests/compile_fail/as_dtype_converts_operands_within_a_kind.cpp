// SPDX-License-Identifier: BSD-3-Clause
// expect: an operand does not become what the loop takes
// expect: gpu::ops::add, float, int
#include <gpu/gpu.hpp>

int main() {
  const gpu::ndarray<float> x = gpu::ones<float>({2});
  auto y = gpu::add(x, x, gpu::as_dtype<int>);
}
