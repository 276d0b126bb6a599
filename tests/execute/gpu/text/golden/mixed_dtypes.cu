#include <gpu/elementwise/add.hpp>
#include <gpu/elementwise/support/cast.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/skeletons/contiguous.cuh>

struct body {
  __device__ __forceinline__ void operator()(gpu::float16& r0, signed char a0, double a1) const {
    const double v0 = gpu::math::cast<double>(a0);
    const double v1 = gpu::ops::add{}(v0, a1);
    r0 = gpu::math::cast<gpu::float16>(v1);
  }
};

using namespace gpu::kernels;
struct arguments {
  int size;
  output<gpu::float16> r0;
  input<signed char> a0;
  input<double> a1;
  body f;
};

extern "C" __global__ void __launch_bounds__(256) cast_add(
    const __grid_constant__ arguments x) {
  await_grid_dependency();
  contiguous<int, 256, 2, 2, false>(x.size, x.f, x.r0, x.a0, x.a1);
}
