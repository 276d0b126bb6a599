// SPDX-License-Identifier: BSD-3-Clause
// expect: arange takes real bounds, also for complex elements
#include <complex>
#include <gpu/gpu.hpp>

int main() {
  auto x = gpu::arange(std::complex<double>(0), std::complex<double>(3));
}
