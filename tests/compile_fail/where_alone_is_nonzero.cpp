// SPDX-License-Identifier: BSD-3-Clause
// expect: gpu::where(mask) is an option of other functions: where a mask holds says
// gpu::nonzero(mask)[0]
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<double> x = gpu::ones<double>({2, 2});
  (void)gpu::where(x > 1)[0];
}
