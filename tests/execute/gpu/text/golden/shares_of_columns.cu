#include <gpu/elementwise/divide.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/primitives/reducer.hpp>
#include <gpu/kernels/reductions/sum.hpp>
#include <gpu/kernels/skeletons/persistent_columns.cuh>

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

  __device__ __forceinline__ void write(const row& r, float& r1) const {
    r1 = r.v0;
  }

  __device__ __forceinline__ void write_element(const row& r, float& r0, float a0) const {
    const float v1 = gpu::ops::divide{}(a0, r.v0);
    r0 = v1;
  }
};

using work = row_work<body, int, 3, 3,
    elements<array<2, float>>,
    results<array<1, float>>,
    row_values<>,
    written<array<0, float>>>;
using skeleton = persistent_columns<work, int, 1, 1, 4, 4, 0, 0, 256,
    row_pass<work, 0, inputs<float>,
        reduction<reducer<gpu::reductions::sum, float, float>, 0>>>;

extern "C" __global__ void __launch_bounds__(256, 2) sum_divide(
    const __grid_constant__ work::arguments x) {
  await_grid_dependency();
  skeleton::run(x);
}
