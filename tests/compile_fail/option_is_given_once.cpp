// SPDX-License-Identifier: BSD-3-Clause
// expect: an option is given twice
#include <gpu/gpu.hpp>

int main() {
  const gpu::ndarray<float> x = gpu::ones<float>({2});
  auto y = gpu::add(x, x, gpu::as_dtype<float>, gpu::as_dtype<double>);
}
