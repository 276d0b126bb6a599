// SPDX-License-Identifier: BSD-3-Clause
// expect: operator=
#include <gpu/gpu.hpp>

int main() {
  const gpu::ndarray<gpu::float16> fixed = gpu::ones<gpu::float16>({2});
  fixed(0) = gpu::float16(2.0f);
}
