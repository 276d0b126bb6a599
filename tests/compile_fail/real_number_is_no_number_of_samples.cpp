// SPDX-License-Identifier: BSD-3-Clause
// expect: use of deleted function 'gpu::strict_integer::strict_integer(Real) [with Real = double]'
#include <gpu/gpu.hpp>

int main() {
  (void)gpu::linspace(0, 1, 5.5);
}
