// SPDX-License-Identifier: BSD-3-Clause
// expect: call to 'eye(
#include <gpu/gpu.hpp>

int main() {
  (void)gpu::eye(gpu::axis(2));
}
