#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/primitives/reducer.hpp>
#include <gpu/kernels/reductions/sum.hpp>
#include <gpu/kernels/skeletons/reduce_inner.cuh>

using namespace gpu::kernels;
struct body {
  struct row {
    float v0;
  };

  __device__ __forceinline__ void begin(row& r) const {
  }

  __device__ __forceinline__ void element(pass_number<0>, const row& r, float& in0, float a0) const {
    in0 = a0;
  }
  __device__ __forceinline__ void finish(pass_number<0>, row& r, float v0) const {
    r.v0 = v0;
  }

  __device__ __forceinline__ void write(const row& r, float& r0) const {
    r0 = r.v0;
  }
};

using work = row_work<body, int, 2, 2,
    elements<array<1, float>>,
    results<array<0, float, access::strided>>>;
using skeleton = reduce_inner<work, int, 1, 0, 4, 1, 4, false, 256,
    row_pass<work, 0, inputs<float>,
        reduction<reducer<gpu::reductions::sum, float, float>, 0>>>;

extern "C" __global__ void __launch_bounds__(256) sum_kernel(
    const __grid_constant__ work::arguments x) {
  await_grid_dependency();
  skeleton::run(x);
}
