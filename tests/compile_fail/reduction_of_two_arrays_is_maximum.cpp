// SPDX-License-Identifier: BSD-3-Clause
// expect: use of deleted function
// expect: behind_the_array_stand_axes_and_options_and_gpu_maximum_takes_two_arrays
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<int> x = gpu::ones<int>(3);
  (void)gpu::max(x, x);
}
