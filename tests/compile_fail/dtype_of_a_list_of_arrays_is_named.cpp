// SPDX-License-Identifier: BSD-3-Clause
// expect: the dtype of this array is known at run time only: name it, as gpu::concatenate<double>
#include <gpu/gpu.hpp>

int main() {
  const gpu::ndarray<int> x = {{1, 2}};
  gpu::linalg::cond(gpu::concatenate({x, x * 0.5}));
}
