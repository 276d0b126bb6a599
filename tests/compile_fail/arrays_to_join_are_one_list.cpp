// SPDX-License-Identifier: BSD-3-Clause
// expect: use of deleted function
// expect: arrays_to_join_are_one_list_in_braces
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<int> x = gpu::ones<int>(3);
  (void)gpu::concatenate(x, x);
}
