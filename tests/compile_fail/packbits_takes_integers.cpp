// SPDX-License-Identifier: BSD-3-Clause
// expect: Expected an input array of integer or boolean data type
#include <gpu/array/manipulation/packbits.hpp>
#include <gpu/gpu.hpp>

int main() {
  const auto bits = gpu::packbits(gpu::ones<float>({8}));
}
