#include <gpu/elementwise/support/cast.hpp>
#include <gpu/kernels/functors/gather.hpp>
#include <gpu/kernels/primitives/stream_order.cuh>
#include <gpu/kernels/skeletons/rows.cuh>

struct body {
  long long a0;
  long long s0;
  long long s1;
  long long s2;
  long long s3;

  __device__ __forceinline__ void operator()(float& r0, long long a1, int a2) const {
    const long long v0 = gpu::math::cast<long long>(a2);
    const long long v1 = gpu::kernels::checked_offset{}(a1, v0, s0, s1, s2, s3);
    const float v2 = gpu::kernels::element_at<float>{}(a0, v1);
    r0 = v2;
  }
};

using namespace gpu::kernels;
using work = rows<body, int, 1, 4, 1, false,
    write<float>,
    affine_column,
    read<int, access::zero>>;

extern "C" __global__ void __launch_bounds__(256) cast_offset_take(
    const __grid_constant__ work::arguments x) {
  await_previous();
  work::run(x);
}
