// SPDX-License-Identifier: BSD-3-Clause
// expect: no matching
#include <gpu/cuda/stream.hpp>

int main() {
  gpu::stream stream(nullptr);
}
