// SPDX-License-Identifier: BSD-3-Clause
// expect: gpu::out takes arrays and views that can be written
#include <gpu/gpu.hpp>

int main() {
  const gpu::ndarray<float> x = gpu::ones<float>({2});
  gpu::add(x, x, gpu::out(x));
}
