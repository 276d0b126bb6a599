// SPDX-License-Identifier: BSD-3-Clause
// expect: Expected an input array of unsigned byte data type
#include <gpu/array/manipulation/packbits.hpp>
#include <gpu/gpu.hpp>

int main() {
  const auto bits = gpu::unpackbits(gpu::ones<int>({8}));
}
