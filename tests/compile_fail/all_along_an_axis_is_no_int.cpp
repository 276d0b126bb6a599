// SPDX-License-Identifier: BSD-3-Clause
// expect: cannot convert
// expect: gpu::truth
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<float> x = gpu::ones<float>({2});
  int n = gpu::all(x > 0);
}
