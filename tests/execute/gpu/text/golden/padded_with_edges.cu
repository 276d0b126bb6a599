#include <gpu/elementwise/support/cast.hpp>
#include <gpu/kernels/functors/gather.hpp>
#include <gpu/kernels/functors/near_index.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/skeletons/rows.cuh>

struct body {
  long long a0;
  int s0;
  int s1;
  int s2;
  int s3;

  __device__ __forceinline__ void operator()(float& r0, long long a1, long long a2, long long a3) const {
    const int v0 = gpu::math::cast<int>(a1);
    const int v1 = gpu::math::cast<int>(a2);
    const int v2 = gpu::kernels::nearest_index<int>{}(v1, s0);
    const int v3 = gpu::kernels::known_offset<int>{}(v0, v2, s1);
    const int v4 = gpu::math::cast<int>(a3);
    const int v5 = gpu::kernels::nearest_index<int>{}(v4, s2);
    const int v6 = gpu::kernels::known_offset<int>{}(v3, v5, s3);
    const long long v7 = gpu::math::cast<long long>(v6);
    const float v8 = gpu::kernels::element_at<float>{}(a0, v7);
    r0 = v8;
  }
};

using namespace gpu::kernels;
using work = rows<body, int, 1, 4, 1, false,
    write<float>,
    affine_column,
    affine_column,
    affine_column>;

extern "C" __global__ void __launch_bounds__(256) cast_cast_edge_offset_cast_edge_offset_cast_take(
    const __grid_constant__ work::arguments x) {
  await_grid_dependency();
  work::run(x);
}
