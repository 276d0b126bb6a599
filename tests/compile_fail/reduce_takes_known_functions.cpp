// SPDX-License-Identifier: BSD-3-Clause
// expect: reduce and accumulate take functions of this library and those of <functional>
#include <gpu/gpu.hpp>

int main() {
  const gpu::ndarray<double> x = {1, 2};
  gpu::reduce([](double a, double b) { return a * a + b; }, x, 0);
}
