// SPDX-License-Identifier: BSD-3-Clause
// expect: behind_the_array_stand_axes_and_options
#include <gpu/gpu.hpp>

int main() {
  const gpu::ndarray<double> x = {{1, 2}, {3, 4}};
  gpu::sum(x, true);
}
