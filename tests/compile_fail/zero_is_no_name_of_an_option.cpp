// SPDX-License-Identifier: BSD-3-Clause
// expect: call to 'convolve(
// expect: call to 'fft(
// expect: call to 'sort(
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<double> x = gpu::ones<double>({5});
  (void)gpu::convolve(x, x, 0);
  (void)gpu::fft::fft(x, 5, -1, 0);
  (void)gpu::sort(x, -1, 0);
}
