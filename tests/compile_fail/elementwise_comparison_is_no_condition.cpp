// SPDX-License-Identifier: BSD-3-Clause
// expect: expression<bool>
// expect: bool
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<float> x = gpu::ones<float>({2});
  if (x > 0) return 1;
}
