// SPDX-License-Identifier: BSD-3-Clause
// expect: no matching function for call to
// expect: option_beside_axes
#include <gpu/gpu.hpp>

int main() {
  const gpu::ndarray<double> x = {1, 2};
  gpu::sum(x, 0, gpu::axis(0));
}
