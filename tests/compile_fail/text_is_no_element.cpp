// SPDX-License-Identifier: BSD-3-Clause
// expect: constraint
#include <gpu/gpu.hpp>
#include <string>

int main() {
  gpu::ndarray<float> x = gpu::ones<float>({2});
  gpu::ndarray<std::string> text;
}
