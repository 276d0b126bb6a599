// SPDX-License-Identifier: BSD-3-Clause
// expect: use of deleted function
// expect: arrays_of_indices_and_masks_are_for_gpu_view
#include <gpu/gpu.hpp>

int main() {
  const gpu::ndarray<float> x = gpu::eye<float>(4);
  const gpu::ndarray<int> chosen = {2, 0};
  (void)x[chosen];
}
