// SPDX-License-Identifier: BSD-3-Clause
// expect: operator+
// expect: constraints not satisfied
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<float> x = gpu::ones<float>({2});
  auto y = x + "1";
}
