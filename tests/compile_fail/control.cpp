// SPDX-License-Identifier: BSD-3-Clause
// Must compile: the other files here are refused for what they say, not for how they are compiled.
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<float> x = gpu::ones<float>({2, 3});
  gpu::ndarray<float> y = gpu::exp(x) + x;
}
