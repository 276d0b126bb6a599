#include <gpu/elementwise/support/cast.hpp>
#include <gpu/kernels/functors/near_index.hpp>
#include <gpu/kernels/primitives/stream_order.cuh>
#include <gpu/kernels/skeletons/rows.cuh>

struct body {
  long long a0;
  bool s0;
  int s1;
  int s2;
  float s3;

  __device__ __forceinline__ void operator()(float& r0, long long a1, long long a2, long long a3) const {
    const int v0 = gpu::math::cast<int>(a1);
    const long long v1 = gpu::math::cast<long long>(v0);
    const int v2 = gpu::math::cast<int>(a2);
    const bool v3 = gpu::kernels::is_on_axis<int>{}(s0, v2, s1);
    const int v4 = gpu::math::cast<int>(a3);
    const bool v5 = gpu::kernels::is_on_axis<int>{}(v3, v4, s2);
    const float v6 = gpu::kernels::element_or<float>{}(a0, v1, v5, s3);
    r0 = v6;
  }
};

using namespace gpu::kernels;
using work = rows<body, int, 1, 4, 1, false,
    write<float>,
    affine,
    affine,
    affine>;

extern "C" __global__ void __launch_bounds__(256) cast_cast_cast_inside_cast_inside_take(
    const __grid_constant__ work::arguments x) {
  await_previous();
  work::run(x);
}
