// SPDX-License-Identifier: BSD-3-Clause
// expect: use of deleted function
// expect: vectors_beside_arrays_are_made_arrays_by_gpu_asarray
#include <gpu/gpu.hpp>

#include <vector>

int main() {
  gpu::ndarray<float> x = gpu::ones<float>({2});
  (void)gpu::maximum(std::vector<float>{1, 2}, x);
}
