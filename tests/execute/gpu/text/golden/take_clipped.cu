#include <gpu/elementwise/support/cast.hpp>
#include <gpu/kernels/functors/gather.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/skeletons/rows.cuh>

struct body {
  long long a0;
  long long s0;
  long long s1;
  long long s2;

  __device__ __forceinline__ void operator()(float& r0, int a1, long long a2) const {
    const long long v0 = gpu::math::cast<long long>(a1);
    const long long v1 = gpu::kernels::clipped_offset{}(s0, v0, s1, s2);
    const long long v2 = gpu::kernels::moved_offset{}(v1, a2);
    const float v3 = gpu::kernels::element_at<float>{}(a0, v2);
    r0 = v3;
  }
};

using namespace gpu::kernels;
using work = rows<body, int, 1, 4, 1, false,
    write<float>,
    read<int, access::zero>,
    affine_column>;

extern "C" __global__ void __launch_bounds__(256) cast_offset_offset_take(
    const __grid_constant__ work::arguments x) {
  await_grid_dependency();
  work::run(x);
}
