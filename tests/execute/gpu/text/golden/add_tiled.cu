#include <gpu/elementwise/add.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/skeletons/tiled.cuh>

struct body {
  __device__ __forceinline__ void operator()(float& r0, float a0, float a1) const {
    const float v0 = gpu::ops::add{}(a0, a1);
    r0 = v0;
  }
};

using namespace gpu::kernels;
using work = tiled<body, int, 1, 256, 64, 64, 4, 4, false,
    write<float>,
    read<float>,
    read<float, access::transposed>>;

extern "C" __global__ void __launch_bounds__(256) add_kernel(
    const __grid_constant__ work::arguments x) {
  await_grid_dependency();
  work::run(x);
}
