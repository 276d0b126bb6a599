// SPDX-License-Identifier: BSD-3-Clause
// expect: use of deleted function 'gpu::strict_integer::strict_integer(Real) [with Real = double]'
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<double> x = gpu::ones<double>({2});
  double twice = 2;
  (void)gpu::repeat(x, {1, twice});
}
