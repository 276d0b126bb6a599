// SPDX-License-Identifier: BSD-3-Clause
// expect: too few operands for this function
// expect: gpu::ops::add, 2, 1
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<float> x = gpu::ones<float>({2});
  gpu::add(x, gpu::out(x));
}
