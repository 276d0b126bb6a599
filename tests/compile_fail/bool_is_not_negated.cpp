// SPDX-License-Identifier: BSD-3-Clause
// expect: not defined for these element types
// expect: gpu::ops::negative, bool
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<bool> flags = gpu::ones<bool>({2});
  auto y = -flags;
}
