// SPDX-License-Identifier: BSD-3-Clause
// expect: gpu::to_gpu
// expect: gpu::to_cpu
#include <gpu/gpu.hpp>
#include <xtensor/xarray.hpp>

int main() {
  gpu::ndarray<float> x = gpu::ones<float>({2});
  xt::xarray<float> host = {1, 2};
  auto y = gpu::maximum(host, x);
}
