// SPDX-License-Identifier: BSD-3-Clause
// expect: gpu::floor_divide(a, b, gpu::out(a))
// expect: gpu::trunc_divide
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<int> n = gpu::ones<int>({2});
  n /= 2;
}
