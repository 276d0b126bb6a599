// SPDX-License-Identifier: BSD-3-Clause
// expect: use of deleted function 'gpu::ndarray<T>::ndarray(
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<double> x("ab");
}
