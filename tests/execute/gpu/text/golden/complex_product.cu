#include <gpu/elementwise/multiply.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/skeletons/contiguous.cuh>

struct body {
  gpu::complex<float> s0;

  __device__ __forceinline__ void operator()(gpu::complex<float>& r0, gpu::complex<float> a0) const {
    const gpu::complex<float> v0 = gpu::ops::multiply{}(a0, s0);
    r0 = v0;
  }
};

using namespace gpu::kernels;
struct arguments {
  int size;
  output<gpu::complex<float>> r0;
  input<gpu::complex<float>> a0;
  body f;
};

extern "C" __global__ void __launch_bounds__(256) multiply_kernel(
    const __grid_constant__ arguments x) {
  await_grid_dependency();
  contiguous<int, 256, 2, 2, false>(x.size, x.f, x.r0, x.a0);
}
