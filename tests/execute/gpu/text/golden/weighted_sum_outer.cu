#include <gpu/elementwise/add.hpp>
#include <gpu/elementwise/multiply.hpp>
#include <gpu/elementwise/support/cast.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/primitives/reducer.hpp>
#include <gpu/kernels/reductions/sum.hpp>
#include <gpu/kernels/skeletons/reduce_outer.cuh>

using namespace gpu::kernels;
struct body {
  gpu::float16 s0;

  struct row {
    gpu::float16 a1;
    gpu::float16 v1;
    gpu::float16 v2;
  };

  __device__ __forceinline__ void begin(row& r, gpu::float16 a1) const {
    r.a1 = a1;
  }

  __device__ __forceinline__ void element(pass_number<0>, const row& r, gpu::float16& in0, gpu::float16 a0) const {
    const gpu::float16 v0 = gpu::ops::multiply{}(a0, r.a1);
    in0 = v0;
  }
  __device__ __forceinline__ void finish(pass_number<0>, row& r, gpu::float16 v1) const {
    r.v1 = v1;
    const gpu::float16 v2 = gpu::ops::add{}(r.v1, s0);
    r.v2 = v2;
  }

  __device__ __forceinline__ void write(const row& r, float& r0) const {
    r0 = gpu::math::cast<float>(r.v2);
  }
};

using work = row_work<body, long long, 3, 3,
    elements<array<1, gpu::float16>>,
    results<array<0, float>>,
    row_values<array<2, gpu::float16, access::strided>>>;
using skeleton = reduce_outer<work, long long, 1, 1, 4, 4, true, 256,
    row_pass<work, 0, inputs<gpu::float16>,
        reduction<reducer<gpu::reductions::sum, gpu::float16, gpu::float16>, 0>>>;

extern "C" __global__ void __launch_bounds__(256) multiply_sum_add(
    const __grid_constant__ work::arguments x) {
  await_grid_dependency();
  skeleton::run(x);
}
