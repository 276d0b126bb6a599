#include <gpu/elementwise/support/cast.hpp>
#include <gpu/kernels/functors/near_index.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/skeletons/rows.cuh>

struct body {
  long long a0;
  bool s0;
  int s1;
  int s2;
  float s3;

  __device__ __forceinline__ void operator()(float& r0, long long a1, long long a2, long long a3) const {
    const int v0 = gpu::math::cast<int>(a2);
    const bool v1 = gpu::kernels::is_on_axis<int>{}(s0, v0, s1);
    const int v2 = gpu::math::cast<int>(a3);
    const bool v3 = gpu::kernels::is_on_axis<int>{}(v1, v2, s2);
    const float v4 = gpu::kernels::element_or<float>{}(a0, a1, v3, s3);
    r0 = v4;
  }
};

using namespace gpu::kernels;
using work = rows<body, int, 1, 4, 1, false,
    write<float>,
    affine_column,
    affine_column,
    affine_column>;

extern "C" __global__ void __launch_bounds__(256) cast_inside_cast_inside_take(
    const __grid_constant__ work::arguments x) {
  await_grid_dependency();
  work::run(x);
}
