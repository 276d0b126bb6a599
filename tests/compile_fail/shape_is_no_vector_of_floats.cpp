// SPDX-License-Identifier: BSD-3-Clause
// expect: gpu::shape
#include <vector>

#include <gpu/gpu.hpp>

int main() {
  const auto x = gpu::zeros<float>(std::vector<double>{2, 3});
}
