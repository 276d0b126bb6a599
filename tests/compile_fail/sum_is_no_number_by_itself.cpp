// SPDX-License-Identifier: BSD-3-Clause
// expect: cannot convert 'gpu::expression<double>' to 'double' in initialization
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<double> x = gpu::ones<double>({2, 2});
  double total = gpu::sum(x);
  (void)total;
}
