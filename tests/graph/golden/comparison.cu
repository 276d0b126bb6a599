#include <gpu/elementwise/greater.hpp>
#include <gpu/kernels/contiguous.cuh>

struct body {
  __device__ __forceinline__ void operator()(bool& r0, signed char a0, signed char a1) const {
    const bool v0 = gpu::ops::greater{}(a0, a1);
    r0 = v0;
  }
};

using namespace gpu::kernels;
using work = contiguous<body, int, 256, 16, 2, false,
    write<bool>,
    read<signed char>,
    read<signed char>>;

extern "C" __global__ void __launch_bounds__(256) greater_kernel(
    const __grid_constant__ work::arguments x) {
  work::run(x);
}
