// SPDX-License-Identifier: BSD-3-Clause
// expect: an argument of a raw kernel is an array or expression of this library
#include <gpu/array/user_kernel/raw_kernel.hpp>
#include <gpu/gpu.hpp>

int main() {
  const gpu::raw_kernel kernel("extern \"C\" __global__ void k() {}", "k");
  kernel.with({.shared_memory = 8})(1, 32, "text");
}
