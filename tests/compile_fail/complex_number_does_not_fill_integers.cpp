// SPDX-License-Identifier: BSD-3-Clause
// expect: a complex number does not become a real element: give its real part
#include <complex>
#include <gpu/gpu.hpp>

int main() {
  auto x = gpu::full<int>({2}, std::complex<double>(1, 2));
}
