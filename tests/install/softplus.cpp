// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/version.hpp>
#include <gpu/gpu.hpp>

#include <cmath>
#include <cstdio>
#include <xtensor/xarray.hpp>

#if defined(__CUDACC__) || defined(CUDA_VERSION) || defined(CUDART_VERSION)
#error "a user's program sees neither nvcc nor a header of CUDA"
#endif

template <class Array>
auto softplus(const Array& x) {
  auto xp = gpu::get_array_module(x);
  return xp.maximum(0, x) + xp.log1p(xp.exp(-xp.abs(x)));
}

int main() {
  const xt::xarray<float> host = {{-2.0F, -0.5F, 0.0F}, {0.5F, 2.0F, 50.0F}};
  const gpu::ndarray<float> x = gpu::to_gpu(host, gpu::cpu());
  const gpu::ndarray<float> y = softplus(x);
  const xt::xarray<float> result = gpu::to_cpu(y);
  for (std::size_t row = 0; row < 2; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      const double wanted = std::log1p(std::exp(static_cast<double>(host(row, column))));
      const double got = static_cast<double>(result(row, column));
      if (!(std::abs(got - wanted) <= 1e-6 * wanted)) {
        std::printf("softplus(%g) is %.9g, and not %.9g\n", static_cast<double>(host(row, column)),
                    got, wanted);
        return 1;
      }
    }
  }
  std::printf("gpu-ndarray %s: softplus is right\n", gpu::version);
}
