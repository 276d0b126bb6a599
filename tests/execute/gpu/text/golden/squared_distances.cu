#include <gpu/elementwise/multiply.hpp>
#include <gpu/elementwise/square.hpp>
#include <gpu/elementwise/subtract.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/primitives/reducer.hpp>
#include <gpu/kernels/reductions/sum.hpp>
#include <gpu/kernels/skeletons/reduce_pairs.cuh>

using namespace gpu::kernels;
struct body {
  struct row {
    float a2;
    float v2;
    float v3;
  };

  __device__ __forceinline__ void begin(row& r, float a2) const {
    r.a2 = a2;
  }

  __device__ __forceinline__ void element(pass_number<0>, const row& r, float& in0, float a0, float a1) const {
    const float v0 = gpu::ops::subtract{}(a0, a1);
    const float v1 = gpu::ops::square{}(v0);
    in0 = v1;
  }
  __device__ __forceinline__ void finish(pass_number<0>, row& r, float v2) const {
    r.v2 = v2;
    const float v3 = gpu::ops::multiply{}(r.v2, r.a2);
    r.v3 = v3;
  }

  __device__ __forceinline__ void write(const row& r, float& r0) const {
    r0 = r.v3;
  }
};

using work = row_work<body, int, 3, 4,
    elements<array<1, float>, array<2, float>>,
    results<array<0, float, access::strided>>,
    row_values<array<3, float, access::strided>>>;
using skeleton = reduce_pairs<work, int, 2, 0, 4, 8, 4, false, indices<2, 3>, indices<>, indices<>, 256,
    row_pass<work, 0, inputs<float>,
        reduction<reducer<gpu::reductions::sum, float, float>, 0>>>;

extern "C" __global__ void __launch_bounds__(256) subtract_square_sum_multiply(
    const __grid_constant__ work::arguments x) {
  await_grid_dependency();
  skeleton::run(x);
}
