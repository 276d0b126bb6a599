#include <gpu/elementwise/support/cast.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/skeletons/contiguous.cuh>

struct body {
  __device__ __forceinline__ void operator()(float& r0, long long a0) const {
    const float v0 = gpu::math::cast<float>(a0);
    r0 = v0;
  }
};

using namespace gpu::kernels;
struct arguments {
  int size;
  output<float> r0;
  affine<int> a0;
  body f;
};

extern "C" __global__ void __launch_bounds__(256) cast_kernel(
    const __grid_constant__ arguments x) {
  await_grid_dependency();
  contiguous<int, 256, 4, 2, false>(x.size, x.f, x.r0, x.a0);
}
