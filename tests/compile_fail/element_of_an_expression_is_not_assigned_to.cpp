// SPDX-License-Identifier: BSD-3-Clause
// expect: lvalue required as left operand of assignment
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<double> x = gpu::ones<double>({2, 2});
  auto e = x * 2;
  e(0) = 2;
}
