#include <gpu/elementwise/less.hpp>
#include <gpu/kernels/functors/random.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/skeletons/select.cuh>

struct body {
  unsigned long long s0;
  unsigned int s1;

  __device__ __forceinline__ void operator()(bool& r0, float& r1, gpu::kernels::run_index a0, float a1) const {
    const unsigned int v0 = gpu::kernels::random_half_word{}(a0, s0, s0, s0, s0, s0, s0);
    const bool v1 = gpu::ops::less{}(v0, s1);
    r0 = v1;
    r1 = a1;
  }
};

using namespace gpu::kernels;
using work = select<body, float, int, 1, 8, 1, 256, true, false,
    affine_run,
    read<float>>;

extern "C" __global__ void __launch_bounds__(256, 3) random_half_word_less_select(
    const __grid_constant__ work::arguments x) {
  await_grid_dependency();
  work::run(x);
}
