// SPDX-License-Identifier: BSD-3-Clause
// expect: NumPy's casting rule 'same_kind'
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<unsigned> u = gpu::ones<unsigned>({2});
  gpu::ndarray<int> n = gpu::ones<int>({2});
  u += n;
}
