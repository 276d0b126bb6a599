#include <gpu/elementwise/add.hpp>
#include <gpu/elementwise/divide.hpp>
#include <gpu/elementwise/multiply.hpp>
#include <gpu/elementwise/sqrt.hpp>
#include <gpu/elementwise/square.hpp>
#include <gpu/elementwise/subtract.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/primitives/reducer.hpp>
#include <gpu/kernels/reductions/sum.hpp>
#include <gpu/kernels/skeletons/persistent_rows.cuh>

using namespace gpu::kernels;
struct body {
  float s0;
  float s1;

  struct row {
    float v0;
    float v1;
    float v4;
    float v5;
    float v6;
    float v7;
  };

  __device__ __forceinline__ void begin(row& r) const {
  }

  __device__ __forceinline__ void element(pass_number<0>, const row& r, float& in0, float a0, float) const {
    in0 = a0;
  }
  __device__ __forceinline__ void finish(pass_number<0>, row& r, float v0) const {
    r.v0 = v0;
    const float v1 = gpu::ops::divide{}(r.v0, s0);
    r.v1 = v1;
  }

  __device__ __forceinline__ void element(pass_number<1>, const row& r, float& in0, float a0, float& kept2) const {
    const float v2 = gpu::ops::subtract{}(a0, r.v1);
    const float v3 = gpu::ops::square{}(v2);
    kept2 = v2;
    in0 = v3;
  }
  __device__ __forceinline__ void finish(pass_number<1>, row& r, float v4) const {
    r.v4 = v4;
    const float v5 = gpu::ops::divide{}(r.v4, s0);
    const float v6 = gpu::ops::add{}(v5, s1);
    const float v7 = gpu::ops::sqrt{}(v6);
    r.v5 = v5;
    r.v6 = v6;
    r.v7 = v7;
  }

  __device__ __forceinline__ void write(const row& r) const {
  }

  __device__ __forceinline__ void write_element(const row& r, float& r0, float, float v2, float a1, float a2) const {
    const float v8 = gpu::ops::divide{}(v2, r.v7);
    const float v9 = gpu::ops::multiply{}(v8, a1);
    const float v10 = gpu::ops::add{}(v9, a2);
    r0 = v10;
  }
};

using work = row_work<body, int, 2, 4,
    elements<array<1, float>>,
    results<>,
    row_values<>,
    written<array<0, float>>,
    kept<computed_value<4, float>>,
    late<array<2, float>, array<3, float>>>;
using skeleton = persistent_rows<work, int, 1, 0, 4, 2, 1, 4, false, 256,
    row_pass<work, 0, inputs<float>,
        reduction<reducer<gpu::reductions::sum, float, float>, 0>>,
    row_pass<work, 1, inputs<float>,
        reduction<reducer<gpu::reductions::sum, float, float>, 0>>>;

extern "C" __global__ void __launch_bounds__(256, 4) sum_divide_subtract_square_sum_divide_add_sqrt_divide_multiply_add(
    const __grid_constant__ work::arguments x) {
  await_grid_dependency();
  skeleton::run(x);
}
