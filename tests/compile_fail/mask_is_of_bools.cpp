// SPDX-License-Identifier: BSD-3-Clause
// expect: the mask of gpu::where(mask) is not of bools
#include <gpu/gpu.hpp>

int main() {
  const gpu::ndarray<float> x = gpu::ones<float>({2});
  auto y = gpu::add(x, x, gpu::where(x));
}
