#include <gpu/elementwise/greater.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/skeletons/contiguous.cuh>

struct body {
  __device__ __forceinline__ void operator()(bool& r0, signed char a0, signed char a1) const {
    const bool v0 = gpu::ops::greater{}(a0, a1);
    r0 = v0;
  }
};

using namespace gpu::kernels;
struct arguments {
  int size;
  output<bool> r0;
  input<signed char> a0;
  input<signed char> a1;
  body f;
};

extern "C" __global__ void __launch_bounds__(256) greater_kernel(
    const __grid_constant__ arguments x) {
  await_grid_dependency();
  contiguous<int, 256, 16, 2, false>(x.size, x.f, x.r0, x.a0, x.a1);
}
