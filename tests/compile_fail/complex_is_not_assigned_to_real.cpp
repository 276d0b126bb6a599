// SPDX-License-Identifier: BSD-3-Clause
// expect: a complex array does not convert to a real one
#include <complex>
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<float> x = gpu::ones<float>({2});
  x = x * std::complex<float>(1, 2);
}
