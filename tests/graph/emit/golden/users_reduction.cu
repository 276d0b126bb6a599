#include <gpu/kernels/primitives/reducer.hpp>
#include <gpu/kernels/primitives/stream_order.cuh>
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
struct scalars {
};
struct arguments {
  reduction_head<2, int> head;
  place<3, int> r0;
  place<3, int> a0;
  scalars f;
};

struct work {
  using arguments = ::arguments;
  using point = iteration_point<3, int>;
  static constexpr bool writes_elements = false;

  struct row {
    float v1;
  };
  static __device__ __forceinline__ void begin(const arguments& x, const point& at, row& r) {
  }

  template <int Vector>
  struct elements {
    row_lane<float, access::strided, Vector> a0;
    __device__ __forceinline__ void load(const arguments& x, const point& at, int count) {
      a0.load(x.a0, at, count);
    }
  };

  struct pass0 {
    using reduce1 = reducer<user_1::product, float, float>;
    struct alignas(4) alignas(reduce1::state) state {
      reduce1::state v1;
    };
    static __device__ __forceinline__ state identity() {
      return {reduce1::identity()};
    }
    static __device__ __forceinline__ state combine(state a, state b) {
      return {reduce1::combine(a.v1, b.v1)};
    }
    static constexpr int gathers = max_gathered<reduce1>;
    struct running {
      reduce1::running v1;
    };
    static __device__ __forceinline__ running start() {
      return {reduce1::start()};
    }
    template <int Count, class Chosen>
    static __device__ __forceinline__ void take(const arguments& x, const row& r, const Chosen& chosen, running& all) {
      float in1_0[Count];
  #pragma unroll
      for (int k = 0; k < Count; ++k) {
        auto& e = chosen.elements(k);
        const int i = chosen.place(k);
        const float a0 = e.a0.get(i);
        const float v0 = user_0::twice{}(a0);
        in1_0[k] = v0;
      }
      reduce1::template take<Count>(all.v1, in1_0);
    }
    static __device__ __forceinline__ state close(const running& all) {
      return {reduce1::close(all.v1)};
    }
    static __device__ __forceinline__ void finish(const arguments& x, state s, row& r) {
      r.v1 = reduce1::finish(s.v1);
    }
  };

  template <int Vector>
  struct results {
    row_lane<float, access::strided, Vector> r0;
    __device__ __forceinline__ void store(const arguments& x, const point& at, int count) const {
      r0.store(x.r0, at, count);
    }
  };
  template <class Out>
  static __device__ __forceinline__ void write(const arguments& x, const row& r, Out& out, int i) {
    out.r0.set(i, r.v1);
  }
};

using skeleton = reduce_inner<work, int, 1, 1, 4, 1, 4, false, 256>;

extern "C" __global__ void __launch_bounds__(256) twice_product(
    const __grid_constant__ arguments* const x) {
  await_previous();
  skeleton::run(*x);
}
