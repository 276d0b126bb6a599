// SPDX-License-Identifier: BSD-3-Clause
// expect: gpu::out takes one array for each output
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<int> n = gpu::ones<int>({2});
  gpu::add(n, n, gpu::out(n, n));
}
