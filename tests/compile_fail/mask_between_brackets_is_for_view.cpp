// SPDX-License-Identifier: BSD-3-Clause
// expect: use of deleted function
// expect: arrays_of_indices_and_masks_are_for_gpu_view
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<double> x = gpu::ones<double>({2, 2});
  (void)x[x > 1];
}
