// SPDX-License-Identifier: BSD-3-Clause
// expect: linspace from or to a complex number has complex elements
#include <complex>
#include <gpu/gpu.hpp>

int main() {
  auto x = gpu::linspace<double>(0, std::complex<double>(1, 1));
}
