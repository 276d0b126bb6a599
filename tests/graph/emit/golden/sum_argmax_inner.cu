#include <gpu/kernels/primitives/reducer.hpp>
#include <gpu/kernels/primitives/stream_order.cuh>
#include <gpu/kernels/reductions/argmax.hpp>
#include <gpu/kernels/reductions/sum.hpp>
#include <gpu/kernels/skeletons/reduce_inner.cuh>

using namespace gpu::kernels;
struct scalars {
};
struct arguments {
  reduction_head<1, int> head;
  place<2, int> r0;
  place<2, int> r1;
  place<2, int> a0;
  place<2, int> a1;
  scalars f;
};

struct work {
  using arguments = ::arguments;
  using point = iteration_point<2, int>;
  static constexpr bool writes_elements = false;

  struct row {
    float v0;
    long long v1;
  };
  static __device__ __forceinline__ void begin(const arguments& x, const point& at, row& r) {
  }

  template <int Vector>
  struct elements {
    row_lane<float, access::zero, Vector> a0;
    affine_lane<access::strided> a1;
    __device__ __forceinline__ void load(const arguments& x, const point& at, int count) {
      a0.load(x.a0, at, count);
      a1.load(x.a1, at, count);
    }
  };

  struct pass0 {
    using reduce0 = reducer<gpu::reductions::sum, float, float>;
    using reduce1 = reducer<gpu::reductions::argmax, long long, float, int>;
    struct alignas(4) alignas(reduce0::state) alignas(reduce1::state) state {
      reduce0::state v0;
      reduce1::state v1;
    };
    static __device__ __forceinline__ state identity() {
      return {reduce0::identity(), reduce1::identity()};
    }
    static __device__ __forceinline__ state combine(state a, state b) {
      return {reduce0::combine(a.v0, b.v0), reduce1::combine(a.v1, b.v1)};
    }
    static constexpr int gathers = max_gathered<reduce0, reduce1>;
    struct running {
      reduce0::running v0;
      reduce1::running v1;
    };
    static __device__ __forceinline__ running start() {
      return {reduce0::start(), reduce1::start()};
    }
    template <int Count, class Chosen>
    static __device__ __forceinline__ void take(const arguments& x, const row& r, const Chosen& chosen, running& all) {
      float in0_0[Count];
      float in1_0[Count];
      int in1_1[Count];
  #pragma unroll
      for (int k = 0; k < Count; ++k) {
        auto& e = chosen.elements(k);
        const int i = chosen.place(k);
        const float a0 = e.a0.get(i);
        const long long a1 = e.a1.get(i);
        in0_0[k] = a0;
        in1_0[k] = a0;
        in1_1[k] = a1;
      }
      reduce0::template take<Count>(all.v0, in0_0);
      reduce1::template take<Count>(all.v1, in1_0, in1_1);
    }
    static __device__ __forceinline__ state close(const running& all) {
      return {reduce0::close(all.v0), reduce1::close(all.v1)};
    }
    static __device__ __forceinline__ void finish(const arguments& x, state s, row& r) {
      r.v0 = reduce0::finish(s.v0);
      r.v1 = reduce1::finish(s.v1);
    }
  };

  template <int Vector>
  struct results {
    row_lane<float, access::strided, Vector> r0;
    row_lane<long long, access::strided, Vector> r1;
    __device__ __forceinline__ void store(const arguments& x, const point& at, int count) const {
      r0.store(x.r0, at, count);
      r1.store(x.r1, at, count);
    }
  };
  template <class Out>
  static __device__ __forceinline__ void write(const arguments& x, const row& r, Out& out, int i) {
    out.r0.set(i, r.v0);
    out.r1.set(i, r.v1);
  }
};

using skeleton = reduce_inner<work, int, 1, 0, 4, 4, 1, true, 256>;

extern "C" __global__ void __launch_bounds__(256) sum_argmax(
    const __grid_constant__ arguments x) {
  await_previous();
  skeleton::run(x);
}
