#include <gpu/elementwise/add.hpp>
#include <gpu/elementwise/square.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/skeletons/contiguous.cuh>

struct body {
  __device__ __forceinline__ void operator()(float& r0, float& r1, float a0) const {
    const float v0 = gpu::ops::square{}(a0);
    const float v1 = gpu::ops::add{}(v0, a0);
    r0 = v0;
    r1 = v1;
  }
};

using namespace gpu::kernels;
struct arguments {
  int size;
  output<float> r0;
  output<float> r1;
  input<float> a0;
  body f;
};

extern "C" __global__ void __launch_bounds__(256) square_add(
    const __grid_constant__ arguments x) {
  await_grid_dependency();
  contiguous<int, 256, 4, 2, false>(x.size, x.f, x.r0, x.r1, x.a0);
}
