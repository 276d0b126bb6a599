// SPDX-License-Identifier: BSD-3-Clause
// expect: use of deleted function
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<float> x = gpu::ones<float>({2});
  auto first = (x + 1).shape().begin();
}
