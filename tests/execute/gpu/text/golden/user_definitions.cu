#include <gpu/kernels/primitives/grid_dependency.cuh>
#include <gpu/kernels/skeletons/contiguous.cuh>

namespace user_0 {
constexpr float factor = 2;
struct twice {
  __device__ float operator()(float x) const {
#line 1 "elementwise_kernel twice"
    return x * factor;
#line 6
  }
};
}  // namespace user_0

namespace user_1 {
constexpr float factor = 3;
struct twice {
  __device__ float operator()(float x) const {
#line 1 "elementwise_kernel twice"
    return x * factor;
#line 6
  }
};
}  // namespace user_1

struct body {
  __device__ __forceinline__ void operator()(float& r0, float a0) const {
    const float v0 = user_0::twice{}(a0);
    const float v1 = user_1::twice{}(v0);
    const float v2 = user_0::twice{}(v1);
    r0 = v2;
  }
};

using namespace gpu::kernels;
struct arguments {
  int size;
  output<float> r0;
  input<float> a0;
  body f;
};

extern "C" __global__ void __launch_bounds__(256) twice_twice_twice(
    const __grid_constant__ arguments x) {
  await_grid_dependency();
  contiguous<int, 256, 4, 2, true>(x.size, x.f, x.r0, x.a0);
}
