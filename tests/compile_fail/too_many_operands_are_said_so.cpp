// SPDX-License-Identifier: BSD-3-Clause
// expect: too many operands for this function; gpu::out(c) says where its result goes
// expect: gpu::ops::maximum, 2, 3
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<float> x = gpu::ones<float>({2});
  auto y = gpu::maximum(x, x, 3);
}
