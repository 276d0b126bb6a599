#include <gpu/elementwise/support/cast.hpp>
#include <gpu/kernels/contiguous.cuh>

struct body {
  __device__ __forceinline__ void operator()(float& r0, long long a0) const {
    const float v0 = gpu::math::cast<float>(a0);
    r0 = v0;
  }
};

using namespace gpu::kernels;
using work = contiguous<body, int, 256, 4, 2, false,
    write<float>,
    affine>;

extern "C" __global__ void __launch_bounds__(256) cast_kernel(
    const __grid_constant__ work::arguments x) {
  work::run(x);
}
