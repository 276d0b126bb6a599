// SPDX-License-Identifier: BSD-3-Clause
// expect: use of deleted function 'gpu::strict_integer::strict_integer(Real) [with Real = double]'
#include <gpu/gpu.hpp>

int main() {
  const gpu::ndarray<double> x = gpu::ones<double>({2, 2});
  (void)gpu::tril(x, 0.5);
}
