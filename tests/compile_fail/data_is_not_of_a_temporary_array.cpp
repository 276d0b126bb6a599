// SPDX-License-Identifier: BSD-3-Clause
// expect: use of deleted function
#include <gpu/gpu.hpp>

int main() {
  const float* pointer = gpu::ones<float>({2}).data();
}
