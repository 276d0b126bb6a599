#include <gpu/elementwise/greater.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/skeletons/select.cuh>

struct body {
  float s0;

  __device__ __forceinline__ void operator()(bool& r0, float& r1, float a0) const {
    const bool v0 = gpu::ops::greater{}(a0, s0);
    r0 = v0;
    r1 = a0;
  }
};

using namespace gpu::kernels;
using work = select<body, float, int, 1, 4, 8, 256, true, false,
    read<float>>;

extern "C" __global__ void __launch_bounds__(256, 3) greater_kernel_select(
    const __grid_constant__ work::arguments x) {
  await_grid_dependency();
  work::run(x);
}
