// SPDX-License-Identifier: BSD-3-Clause
// expect: use of deleted function
#include <gpu/gpu.hpp>

int main() {
  gpu::ndarray<double> x(2, 3);
}
