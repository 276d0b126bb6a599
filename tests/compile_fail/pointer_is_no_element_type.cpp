// SPDX-License-Identifier: BSD-3-Clause
// expect: element_type
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<const char*> texts;
}
