#include <gpu/elementwise/add.hpp>
#include <gpu/elementwise/divmod.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/skeletons/contiguous.cuh>

struct body {
  __device__ __forceinline__ void operator()(float& r0, float& r1, float a0, float a1) const {
    const auto c0 = gpu::ops::divmod{}(a0, a1);
    const float v0 = c0.second;
    const auto c1 = gpu::ops::divmod{}(a1, a0);
    const float v1 = c1.first;
    const float v2 = c0.first;
    const float v3 = gpu::ops::add{}(v2, v1);
    r0 = v0;
    r1 = v3;
  }
};

using namespace gpu::kernels;
struct arguments {
  int size;
  output<float> r0;
  output<float> r1;
  input<float> a0;
  input<float> a1;
  body f;
};

extern "C" __global__ void __launch_bounds__(256) divmod_divmod_add(
    const __grid_constant__ arguments x) {
  await_grid_dependency();
  contiguous<int, 256, 4, 2, false>(x.size, x.f, x.r0, x.r1, x.a0, x.a1);
}
