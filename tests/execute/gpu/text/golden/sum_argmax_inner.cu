#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/primitives/reducer.hpp>
#include <gpu/kernels/reductions/argmax.hpp>
#include <gpu/kernels/reductions/sum.hpp>
#include <gpu/kernels/skeletons/reduce_inner.cuh>

using namespace gpu::kernels;
struct body {
  struct row {
    float v0;
    long long v1;
  };

  __device__ __forceinline__ void begin(row& r) const {
  }

  __device__ __forceinline__ void element(pass_number<0>, const row& r, float& in0, int& in1, float a0, long long a1) const {
    in0 = a0;
    in1 = a1;
  }
  __device__ __forceinline__ void finish(pass_number<0>, row& r, float v0, long long v1) const {
    r.v0 = v0;
    r.v1 = v1;
  }

  __device__ __forceinline__ void write(const row& r, float& r0, long long& r1) const {
    r0 = r.v0;
    r1 = r.v1;
  }
};

using work = row_work<body, int, 2, 4,
    elements<array<2, float, access::zero>, affine_index<3, access::strided>>,
    results<array<0, float, access::strided>, array<1, long long, access::strided>>>;
using skeleton = reduce_inner<work, int, 1, 0, 4, 4, 1, true, 256,
    row_pass<work, 0, inputs<float, int>,
        reduction<reducer<gpu::reductions::sum, float, float>, 0>,
        reduction<reducer<gpu::reductions::argmax, long long, float, int>, 0, 1>>>;

extern "C" __global__ void __launch_bounds__(256) sum_argmax(
    const __grid_constant__ work::arguments x) {
  await_grid_dependency();
  skeleton::run(x);
}
