#include <gpu/elementwise/absolute.hpp>
#include <gpu/elementwise/add.hpp>
#include <gpu/elementwise/exp.hpp>
#include <gpu/elementwise/log1p.hpp>
#include <gpu/elementwise/maximum.hpp>
#include <gpu/elementwise/negative.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/skeletons/contiguous.cuh>

struct body {
  float s0;

  __device__ __forceinline__ void operator()(float& r0, float a0) const {
    const float v0 = gpu::ops::absolute{}(a0);
    const float v1 = gpu::ops::negative{}(v0);
    const float v2 = gpu::ops::exp{}(v1);
    const float v3 = gpu::ops::log1p{}(v2);
    const float v4 = gpu::ops::maximum{}(s0, a0);
    const float v5 = gpu::ops::add{}(v4, v3);
    r0 = v5;
  }
};

using namespace gpu::kernels;
struct arguments {
  int size;
  output<float> r0;
  input<float> a0;
  body f;
};

extern "C" __global__ void __launch_bounds__(256) absolute_negative_exp_log1p_maximum_add(
    const __grid_constant__ arguments x) {
  await_grid_dependency();
  contiguous<int, 256, 4, 2, false>(x.size, x.f, x.r0, x.a0);
}
