// SPDX-License-Identifier: BSD-3-Clause
// expect: operator=
#include <gpu/gpu.hpp>

int main() {
  const gpu::ndarray<std::complex<float>> fixed = gpu::ones<std::complex<float>>({2});
  fixed(0) = std::complex<float>(2);
}
