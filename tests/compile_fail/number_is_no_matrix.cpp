// SPDX-License-Identifier: BSD-3-Clause
// expect: use of deleted function
// expect: a_number_is_no_matrix_and_operator_times_multiplies_by_numbers
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<float> x = gpu::ones<float>({2});
  (void)gpu::matmul(x, 3);
}
