// SPDX-License-Identifier: BSD-3-Clause
// expect: use of deleted function
// expect: a_comparison_with_a_number_is_one_bool_and_gpu_equal_gives_one_for_each_element
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<int> x = gpu::ones<int>(3);
  gpu::place(x, x == 3, 4);
}
