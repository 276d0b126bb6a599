// SPDX-License-Identifier: BSD-3-Clause
// expect: element_type
#include <gpu/array/user_kernel/raw_module.hpp>
#include <gpu/gpu.hpp>

struct pair {
  int first;
  float second;
};

int main() {
  const gpu::raw_module text("__device__ struct { int first; float second; } both;");
  auto both = text.get_global<pair>("both");
}
