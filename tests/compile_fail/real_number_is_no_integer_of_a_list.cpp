// SPDX-License-Identifier: BSD-3-Clause
// expect: a real number is no element of a list of integers
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<int> x = gpu::ones<int>(3);
  x = gpu::ndarray<int>{1, 2.5};
}
