#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/skeletons/select.cuh>

struct body {
  __device__ __forceinline__ void operator()(bool& r0, bool a0) const {
    r0 = a0;
  }
};

using namespace gpu::kernels;
using work = select<body, void, int, 1, 16, 2, 256, true, false,
    read<bool>>;

extern "C" __global__ void __launch_bounds__(256, 4) copy_kernel_select(
    const __grid_constant__ work::arguments x) {
  await_grid_dependency();
  work::run(x);
}
