// SPDX-License-Identifier: BSD-3-Clause
// expect: NumPy's casting rule 'same_kind'
// expect: gpu::ops::add, float, int
#include <gpu/gpu.hpp>

int main() {
  const gpu::ndarray<float> x = gpu::ones<float>({2});
  gpu::ndarray<int> n = gpu::ones<int>({2});
  gpu::add(x, x, gpu::out(n));
}
