// SPDX-License-Identifier: BSD-3-Clause
// expect: deleted
#include <gpu/cuda/event.hpp>

int main() {
  gpu::event first;
  gpu::event second = first;
}
