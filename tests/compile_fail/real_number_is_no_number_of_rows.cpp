// SPDX-License-Identifier: BSD-3-Clause
// expect: call to 'eye(double)'
#include <gpu/gpu.hpp>

int main() {
  (void)gpu::eye(2.5);
}
