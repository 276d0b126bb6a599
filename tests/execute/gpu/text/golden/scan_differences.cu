#include <gpu/elementwise/subtract.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/skeletons/scan.cuh>

struct body {
  __device__ __forceinline__ float operator()(float a0) const {
    return a0;
  }
};

using namespace gpu::kernels;
using work = scan<body, op_scanner<decltype(gpu::ops::subtract{}), float>, int, 1, true, 4, 4, 1, 1, 256, carried::by_team, false,
    write<float>,
    read<float>>;

extern "C" __global__ void __launch_bounds__(256, 2) subtract_scan(
    const __grid_constant__ work::arguments x) {
  await_grid_dependency();
  work::run(x);
}
