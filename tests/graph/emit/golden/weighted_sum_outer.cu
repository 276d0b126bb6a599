#include <gpu/elementwise/add.hpp>
#include <gpu/elementwise/multiply.hpp>
#include <gpu/elementwise/support/cast.hpp>
#include <gpu/kernels/primitives/reducer.hpp>
#include <gpu/kernels/primitives/stream_order.cuh>
#include <gpu/kernels/reductions/sum.hpp>
#include <gpu/kernels/skeletons/reduce_outer.cuh>

using namespace gpu::kernels;
struct scalars {
  gpu::float16 s0;
};
struct arguments {
  reduction_head<2, long long> head;
  place<3, long long> r0;
  place<3, long long> a0;
  place<3, long long> a1;
  scalars f;
};

struct work {
  using arguments = ::arguments;
  using point = iteration_point<3, long long>;
  static constexpr bool writes_elements = false;

  struct row {
    gpu::float16 a1;
    gpu::float16 v1;
    gpu::float16 v2;
  };
  static __device__ __forceinline__ void begin(const arguments& x, const point& at, row& r) {
    r.a1 = at.element<gpu::float16>(x.a1);
  }

  template <int Vector>
  struct elements {
    row_lane<gpu::float16, access::unit, Vector> a0;
    __device__ __forceinline__ void load(const arguments& x, const point& at, int count) {
      a0.load(x.a0, at, count);
    }
  };

  struct pass0 {
    using reduce1 = reducer<gpu::reductions::sum, gpu::float16, gpu::float16>;
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
      gpu::float16 in1_0[Count];
  #pragma unroll
      for (int k = 0; k < Count; ++k) {
        auto& e = chosen.elements(k);
        const int i = chosen.place(k);
        const gpu::float16 a0 = e.a0.get(i);
        const gpu::float16 v0 = gpu::ops::multiply{}(a0, r.a1);
        in1_0[k] = v0;
      }
      reduce1::template take<Count>(all.v1, in1_0);
    }
    static __device__ __forceinline__ state close(const running& all) {
      return {reduce1::close(all.v1)};
    }
    static __device__ __forceinline__ void finish(const arguments& x, state s, row& r) {
      r.v1 = reduce1::finish(s.v1);
      const gpu::float16 v2 = gpu::ops::add{}(r.v1, x.f.s0);
      r.v2 = v2;
    }
  };

  template <int Vector>
  struct results {
    row_lane<float, access::unit, Vector> r0;
    __device__ __forceinline__ void store(const arguments& x, const point& at, int count) const {
      r0.store(x.r0, at, count);
    }
  };
  template <class Out>
  static __device__ __forceinline__ void write(const arguments& x, const row& r, Out& out, int i) {
    out.r0.set(i, gpu::math::cast<float>(r.v2));
  }
};

using skeleton = reduce_outer<work, long long, 1, 1, 4, 4, true, 256>;

extern "C" __global__ void __launch_bounds__(256) multiply_sum_add(
    const __grid_constant__ arguments x) {
  await_previous();
  skeleton::run(x);
}
