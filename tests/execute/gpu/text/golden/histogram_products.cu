#include <gpu/elementwise/multiply.hpp>
#include <gpu/elementwise/support/cast.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/skeletons/histogram.cuh>

struct body {
  float s0;

  __device__ __forceinline__ void operator()(float& r0, long long a0, float a1) const {
    const float v0 = gpu::math::cast<float>(a0);
    const float v1 = gpu::ops::multiply{}(a1, s0);
    const float v2 = gpu::ops::multiply{}(v1, v0);
    r0 = v2;
  }
};

using namespace gpu::kernels;
using work = histogram<body, bin_finder<binning::between, float>,
    int, 2, 2, 4, true, bin_counts<4>, true,
    affine,
    read<float, access::reversed>>;

extern "C" __global__ void __launch_bounds__(512, 2) cast_multiply_multiply_histogram(
    const __grid_constant__ work::arguments x) {
  await_grid_dependency();
  work::run(x);
}
