#include <gpu/elementwise/add.hpp>
#include <gpu/elementwise/support/cast.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/skeletons/interleaved.cuh>

struct body {
  long long a0;

  __device__ __forceinline__ void operator()(float& r0, float a1, float a2, long long a3) const {
    const float v0 = gpu::math::cast<float>(a3);
    const float v1 = gpu::ops::add{}(a1, a2);
    const float v2 = gpu::ops::add{}(v1, v0);
    r0 = v2;
  }
};

using namespace gpu::kernels;
using work = interleaved<body, int, 1, 4, 1, 1, true,
    planar<write<float>, 4, false>,
    packed<read<float>, 4, 3, 0, 0, 1>,
    packed<read<float>, 4, 3, 1, 0, 1>,
    planar<affine, 1, false>>;

extern "C" __global__ void __launch_bounds__(256) cast_add_add(
    const __grid_constant__ work::arguments x) {
  await_grid_dependency();
  work::run(x);
}
