// SPDX-License-Identifier: BSD-3-Clause
// expect: no loop of this function gives that dtype
// expect: gpu::ops::bitwise_and, gpu::dtype_option<float>, int, int
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<int> n = gpu::ones<int>({2});
  auto y = gpu::bitwise_and(n, n, gpu::as_dtype<float>);
}
