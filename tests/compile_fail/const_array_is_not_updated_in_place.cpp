// SPDX-License-Identifier: BSD-3-Clause
// expect: no match for
#include <gpu/gpu.hpp>

int main() {
  const gpu::ndarray<float> x = gpu::ones<float>({2});
  x += 1;
}
