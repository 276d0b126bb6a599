#include <gpu/elementwise/add.hpp>
#include <gpu/elementwise/multiply.hpp>
#include <gpu/elementwise/support/cast.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/skeletons/contiguous.cuh>

struct body {
  gpu::float16 s0;
  bool s1;

  __device__ __forceinline__ void operator()(gpu::float16& r0, gpu::float16 a0) const {
    const gpu::float16 v0 = gpu::math::cast<gpu::float16>(s1);
    const gpu::float16 v1 = gpu::ops::multiply{}(a0, s0);
    const gpu::float16 v2 = gpu::ops::add{}(v1, v0);
    r0 = v2;
  }
};

using namespace gpu::kernels;
struct arguments {
  int size;
  output<gpu::float16> r0;
  input<gpu::float16> a0;
  body f;
};

extern "C" __global__ void __launch_bounds__(256) cast_multiply_add(
    const __grid_constant__ arguments x) {
  await_grid_dependency();
  contiguous<int, 256, 8, 2, false>(x.size, x.f, x.r0, x.a0);
}
