// SPDX-License-Identifier: BSD-3-Clause
// expect: use of deleted function
// expect: an_expression_is_not_written_to_but_an_ndarray_or_what_gpu_eval_returns
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<float> x = gpu::ones<float>({2});
  auto e = x + 1;
  e += 1;
}
