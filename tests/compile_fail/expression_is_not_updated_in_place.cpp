// SPDX-License-Identifier: BSD-3-Clause
// expect: no match for
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<float> x = gpu::ones<float>({2});
  auto e = x + 1;
  e += 1;
}
