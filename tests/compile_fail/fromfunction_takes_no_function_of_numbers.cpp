// SPDX-License-Identifier: BSD-3-Clause
// expect: the function is called once, with an array of indices for each axis
#include <gpu/gpu.hpp>

int main() {
  const auto x = gpu::fromfunction([](double i, double j) { return i + j; }, {2, 2});
}
