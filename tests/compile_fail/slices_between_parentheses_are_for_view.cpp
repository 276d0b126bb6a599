// SPDX-License-Identifier: BSD-3-Clause
// expect: slices_are_for_gpu_view
#include <gpu/gpu.hpp>

int main() {
  const gpu::ndarray<float> x = gpu::ones<float>({3, 3});
  const auto part = x(0, gpu::range(0, 2));
}
