#include <gpu/elementwise/divide.hpp>
#include <gpu/elementwise/square.hpp>
#include <gpu/elementwise/subtract.hpp>
#include <gpu/elementwise/support/cast.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/primitives/reducer.hpp>
#include <gpu/kernels/reductions/sum.hpp>
#include <gpu/kernels/skeletons/persistent_rows.cuh>

using namespace gpu::kernels;
struct body {
  long long s0;

  struct row {
    float v0;
    float v1;
    float v2;
    float v5;
  };

  __device__ __forceinline__ void begin(row& r) const {
    const float v0 = gpu::math::cast<float>(s0);
    r.v0 = v0;
  }

  __device__ __forceinline__ void element(pass_number<0>, const row& r, float& in0, float a0, float) const {
    in0 = a0;
  }
  __device__ __forceinline__ void finish(pass_number<0>, row& r, float v1) const {
    r.v1 = v1;
    const float v2 = gpu::ops::divide{}(r.v1, r.v0);
    r.v2 = v2;
  }

  __device__ __forceinline__ void element(pass_number<1>, const row& r, float& in0, float a0, float& kept3) const {
    const float v3 = gpu::ops::subtract{}(a0, r.v2);
    const float v4 = gpu::ops::square{}(v3);
    kept3 = v3;
    in0 = v4;
  }
  __device__ __forceinline__ void finish(pass_number<1>, row& r, float v5) const {
    r.v5 = v5;
  }

  __device__ __forceinline__ void write(const row& r, float& r1) const {
    r1 = r.v2;
  }

  __device__ __forceinline__ void write_element(const row& r, float& r0, float, float v3) const {
    const float v6 = gpu::ops::divide{}(v3, r.v5);
    r0 = v6;
  }
};

using work = row_work<body, int, 2, 3,
    elements<array<2, float>>,
    results<array<1, float, access::strided>>,
    row_values<>,
    written<array<0, float>>,
    kept<computed_value<3, float>>>;
using skeleton = persistent_rows<work, int, 1, 0, 4, 2, 1, 4, false, 256,
    row_pass<work, 0, inputs<float>,
        reduction<reducer<gpu::reductions::sum, float, float>, 0>>,
    row_pass<work, 1, inputs<float>,
        reduction<reducer<gpu::reductions::sum, float, float>, 0>>>;

extern "C" __global__ void __launch_bounds__(256, 4) cast_sum_divide_subtract_square_sum_divide(
    const __grid_constant__ work::arguments x) {
  await_grid_dependency();
  skeleton::run(x);
}
