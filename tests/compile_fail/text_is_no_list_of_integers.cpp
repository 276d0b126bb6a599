// SPDX-License-Identifier: BSD-3-Clause
// expect: call to 'zeros<double>(const char
// expect: call to 'roll(
#include <gpu/gpu.hpp>

int main() {
  (void)gpu::zeros<double>("ab");
  (void)gpu::roll(gpu::ones<double>({2, 2}), "ab");
}
