#include <gpu/elementwise/multiply.hpp>
#include <gpu/elementwise/support/cast.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/skeletons/select.cuh>

struct body {
  __device__ __forceinline__ void operator()(bool& r0, float& r1, bool a0, long long a1, float a2) const {
    const float v0 = gpu::math::cast<float>(a1);
    const float v1 = gpu::ops::multiply{}(a2, v0);
    r0 = a0;
    r1 = v1;
  }
};

using namespace gpu::kernels;
using work = select<body, float, long long, 2, 2, 8, 256, false, false,
    read<bool, access::reversed>,
    affine,
    read<float, access::zero>>;

extern "C" __global__ void __launch_bounds__(256, 4) cast_multiply_select(
    const __grid_constant__ work::arguments x) {
  await_grid_dependency();
  work::run(x);
}
