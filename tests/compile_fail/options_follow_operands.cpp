// SPDX-License-Identifier: BSD-3-Clause
// expect: the options of a function follow its operands
#include <gpu/gpu.hpp>

int main() {
  const gpu::ndarray<float> x = gpu::ones<float>({2});
  auto y = gpu::add(x, gpu::as_dtype<float>, x);
}
