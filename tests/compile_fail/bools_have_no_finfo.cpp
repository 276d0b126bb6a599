// SPDX-License-Identifier: BSD-3-Clause
// expect: gpu::finfo is for floating-point and complex types
#include <gpu/gpu.hpp>

int main() {
  auto eps = gpu::finfo<bool>().eps;
}
