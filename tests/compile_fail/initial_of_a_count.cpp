// SPDX-License-Identifier: BSD-3-Clause
// expect: this function does not take that option
#include <gpu/gpu.hpp>

int main() {
  auto count = gpu::count_nonzero(gpu::ones<float>({2}), gpu::initial(1));
}
