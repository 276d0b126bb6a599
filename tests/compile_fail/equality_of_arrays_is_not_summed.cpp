// SPDX-License-Identifier: BSD-3-Clause
// expect: arrays_are_compared_by_gpu_equal_to_give_a_mask
#include <gpu/gpu.hpp>

int main() {
  const gpu::ndarray<float> x = gpu::ones<float>(3);
  const gpu::ndarray<float> y = x;
  return static_cast<int>(gpu::sum(x == y).item());
}
