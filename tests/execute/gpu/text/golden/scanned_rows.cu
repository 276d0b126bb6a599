#include <gpu/elementwise/divide.hpp>
#include <gpu/elementwise/exp.hpp>
#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/primitives/reducer.hpp>
#include <gpu/kernels/reductions/max.hpp>
#include <gpu/kernels/reductions/sum.hpp>
#include <gpu/kernels/skeletons/persistent_rows.cuh>

using namespace gpu::kernels;
struct body {
  struct row {
    float v1;
    float v5;
  };

  __device__ __forceinline__ void begin(row& r) const {
  }

  __device__ __forceinline__ void element(pass_number<0>, const row& r, float& in0, float a0, float, float) const {
    in0 = a0;
  }

  __device__ __forceinline__ void element(pass_number<1>, const row& r, float& in0, float& in1, float a0, float v0, float) const {
    in0 = a0;
    in1 = v0;
  }
  __device__ __forceinline__ void finish(pass_number<1>, row& r, float v1, float v5) const {
    r.v1 = v1;
    r.v5 = v5;
  }

  __device__ __forceinline__ void element(pass_number<2>, const row& r, float& in0, float, float v0, float) const {
    const float v2 = gpu::ops::divide{}(v0, r.v1);
    const float v3 = gpu::ops::exp{}(v2);
    in0 = v3;
  }

  __device__ __forceinline__ void write(const row& r, float& r1) const {
    r1 = r.v5;
  }

  __device__ __forceinline__ void write_element(const row& r, float& r0, float, float, float v4) const {
    r0 = v4;
  }
};

using work = row_work<body, int, 2, 3,
    elements<array<2, float>>,
    results<array<1, float, access::strided>>,
    row_values<>,
    written<array<0, float>>,
    kept<computed_value<3, float>, computed_value<4, float>>>;
using skeleton = persistent_rows<work, int, 1, 0, 4, 2, 1, 4, false, 256,
    row_scan<work, 0, inputs<float>,
        row_scanner<reducer<gpu::reductions::sum, float, float>, 0, 3>>,
    row_pass<work, 1, inputs<float, float>,
        reduction<reducer<gpu::reductions::sum, float, float>, 0>,
        reduction<reducer<gpu::reductions::sum, float, float>, 1>>,
    row_scan<work, 2, inputs<float>,
        row_scanner<reducer<gpu::reductions::max, float, float>, 0, 4>>>;

extern "C" __global__ void __launch_bounds__(256, 4) sum_scan_sum_divide_exp_max_scan_sum(
    const __grid_constant__ work::arguments x) {
  await_grid_dependency();
  skeleton::run(x);
}
