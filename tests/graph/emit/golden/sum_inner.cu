#include <gpu/kernels/primitives/reducer.hpp>
#include <gpu/kernels/primitives/stream_order.cuh>
#include <gpu/kernels/reductions/sum.hpp>
#include <gpu/kernels/skeletons/reduce_inner.cuh>

using namespace gpu::kernels;
struct scalars {
};
struct arguments {
  reduction_head<1, int> head;
  place<2, int> r0;
  place<2, int> a0;
  scalars f;
};

struct work {
  using arguments = ::arguments;
  using point = iteration_point<2, int>;
  static constexpr bool writes_elements = false;

  struct row {
    float v0;
  };
  static __device__ __forceinline__ void begin(const arguments& x, const point& at, row& r) {
  }

  template <int Vector>
  struct elements {
    row_lane<float, access::unit, Vector> a0;
    __device__ __forceinline__ void load(const arguments& x, const point& at, int count) {
      a0.load(x.a0, at, count);
    }
  };

  struct pass0 {
    using reduce0 = reducer<gpu::reductions::sum, float, float>;
    struct alignas(4) alignas(reduce0::state) state {
      reduce0::state v0;
    };
    static __device__ __forceinline__ state identity() {
      return {reduce0::identity()};
    }
    static __device__ __forceinline__ state combine(state a, state b) {
      return {reduce0::combine(a.v0, b.v0)};
    }
    static constexpr int gathers = max_gathered<reduce0>;
    struct running {
      reduce0::running v0;
    };
    static __device__ __forceinline__ running start() {
      return {reduce0::start()};
    }
    template <int Count, class Chosen>
    static __device__ __forceinline__ void take(const arguments& x, const row& r, const Chosen& chosen, running& all) {
      float in0_0[Count];
  #pragma unroll
      for (int k = 0; k < Count; ++k) {
        auto& e = chosen.elements(k);
        const int i = chosen.place(k);
        const float a0 = e.a0.get(i);
        in0_0[k] = a0;
      }
      reduce0::template take<Count>(all.v0, in0_0);
    }
    static __device__ __forceinline__ state close(const running& all) {
      return {reduce0::close(all.v0)};
    }
    static __device__ __forceinline__ void finish(const arguments& x, state s, row& r) {
      r.v0 = reduce0::finish(s.v0);
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
    out.r0.set(i, r.v0);
  }
};

using skeleton = reduce_inner<work, int, 1, 0, 4, 1, 4, false, 256>;

extern "C" __global__ void __launch_bounds__(256) sum_kernel(
    const __grid_constant__ arguments x) {
  await_previous();
  skeleton::run(x);
}
