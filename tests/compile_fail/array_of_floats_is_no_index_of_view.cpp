// SPDX-License-Identifier: BSD-3-Clause
// expect: use of deleted function
// expect: indices_are_integers_slices_and_arrays_of_integers_or_bools
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<float> x = gpu::ones<float>({2});
  (void)gpu::view(x, gpu::all(), x);
}
