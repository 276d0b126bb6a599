// SPDX-License-Identifier: BSD-3-Clause
// expect: no matching function
#include <gpu/gpu.hpp>

int main() {
  gpu::linspace(0, 1, 5, "x");
}
