// SPDX-License-Identifier: BSD-3-Clause
// expect: operator=
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<float> x = gpu::ones<float>({2});
  x.astype(gpu::dtype::int32) = x.astype(gpu::dtype::int64);
}
