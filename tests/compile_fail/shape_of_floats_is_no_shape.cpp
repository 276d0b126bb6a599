// SPDX-License-Identifier: BSD-3-Clause
// expect: narrowing conversion
#include <gpu/gpu.hpp>

int main() {
  const gpu::ndarray<float> x = gpu::ones<float>({2.5, 3.0});
}
