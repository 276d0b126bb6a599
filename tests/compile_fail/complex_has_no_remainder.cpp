// SPDX-License-Identifier: BSD-3-Clause
// expect: not defined for these element types
// expect: gpu::ops::remainder, std::complex<float>, int
#include <complex>
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<std::complex<float>> z({2}, 1.f);
  auto y = z % 2;
}
