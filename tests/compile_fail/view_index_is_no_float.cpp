// SPDX-License-Identifier: BSD-3-Clause
// expect: view(
// expect: constraints not satisfied
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<float> x = gpu::ones<float>({2});
  gpu::view(x, 0.5) = 1;
}
