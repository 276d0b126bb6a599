#include <gpu/elementwise/multiply.hpp>
#include <gpu/elementwise/support/cast.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/reductions/sum.hpp>
#include <gpu/kernels/skeletons/scan.cuh>

struct body {
  gpu::float16 s0;

  __device__ __forceinline__ gpu::float16 operator()(gpu::float16 a0, long long a1) const {
    const gpu::float16 v0 = gpu::math::cast<gpu::float16>(a1);
    const gpu::float16 v1 = gpu::ops::multiply{}(a0, s0);
    const gpu::float16 v2 = gpu::ops::multiply{}(v1, v0);
    return v2;
  }
};

using namespace gpu::kernels;
using work = scan<body, reducer<gpu::reductions::sum, gpu::float16, gpu::float16>, int, 1, false, 8, 2, 16, 32, 512, carried::in_memory, true,
    write<gpu::float16>,
    read<gpu::float16>,
    affine>;

extern "C" __global__ void __launch_bounds__(512, 1) cast_multiply_multiply_sum_scan(
    const __grid_constant__ work::arguments x) {
  await_grid_dependency();
  work::run(x);
}
