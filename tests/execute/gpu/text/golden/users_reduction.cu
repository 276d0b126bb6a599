#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/primitives/reducer.hpp>
#include <gpu/kernels/skeletons/reduce_inner.cuh>

namespace user_0 {
#line 1 "twice"
struct twice { __device__ float operator()(float x) const { return 2 * x; } };
}  // namespace user_0

namespace user_1 {
struct product {
  template <class T> __device__ static T identity() { return 1; }
#line 1 "reduction_kernel product"
  __device__ float operator()(float a, float b) const { return a * b; }
};
}  // namespace user_1

using namespace gpu::kernels;
struct body {
  struct row {
    float v1;
  };

  __device__ __forceinline__ void begin(row& r) const {
  }

  __device__ __forceinline__ void element(pass_number<0>, const row& r, float& in0, float a0) const {
    const float v0 = user_0::twice{}(a0);
    in0 = v0;
  }
  __device__ __forceinline__ void finish(pass_number<0>, row& r, float v1) const {
    r.v1 = v1;
  }

  __device__ __forceinline__ void write(const row& r, float& r0) const {
    r0 = r.v1;
  }
};

using work = row_work<body, int, 3, 2,
    elements<array<1, float, access::strided>>,
    results<array<0, float, access::strided>>>;
using skeleton = reduce_inner<work, int, 1, 1, 4, 1, 4, false, 256,
    row_pass<work, 0, inputs<float>,
        reduction<reducer<user_1::product, float, float>, 0>>>;

extern "C" __global__ void __launch_bounds__(256) twice_product(
    const __grid_constant__ work::arguments* const x) {
  await_grid_dependency();
  skeleton::run(*x);
}
