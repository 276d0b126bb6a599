// SPDX-License-Identifier: BSD-3-Clause
// expect: NumPy's casting rule 'same_kind'
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<int> n = gpu::ones<int>({2});
  gpu::view(n, gpu::all()) += 0.5;
}
