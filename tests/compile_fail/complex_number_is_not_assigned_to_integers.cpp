// SPDX-License-Identifier: BSD-3-Clause
// expect: a complex number does not become a real element: give its real part
#include <complex>
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<int> x = gpu::ones<int>({2});
  gpu::view(x, 0) = std::complex<double>(1, 2);
}
