#include <gpu/elementwise/divide.hpp>
#include <gpu/kernels/primitives/reducer.hpp>
#include <gpu/kernels/primitives/stream_order.cuh>
#include <gpu/kernels/reductions/sum.hpp>
#include <gpu/kernels/skeletons/persistent_columns.cuh>

using namespace gpu::kernels;
struct scalars {
};
struct arguments {
  reduction_head<2, int> head;
  place<3, int> r0;
  place<3, int> r1;
  place<3, int> a0;
  scalars f;
};

struct work {
  using arguments = ::arguments;
  using point = iteration_point<3, int>;
  static constexpr bool writes_elements = true;

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
    template <int Count, class Chosen>
    static __device__ __forceinline__ state lift(const arguments& x, const row& r, const Chosen& chosen) {
      float in0_0[Count];
  #pragma unroll
      for (int k = 0; k < Count; ++k) {
        auto& e = chosen.elements(k);
        const int i = chosen.place(k);
        const float a0 = e.a0.get(i);
        in0_0[k] = a0;
      }
      return {reduce0::template lift_all<Count>(in0_0)};
    }
    static __device__ __forceinline__ void finish(const arguments& x, state s, row& r) {
      r.v0 = reduce0::finish(s.v0);
    }
  };

  template <int Vector>
  struct results {
    row_lane<float, access::unit, Vector> r1;
    __device__ __forceinline__ void store(const arguments& x, const point& at, int count) const {
      r1.store(x.r1, at, count);
    }
  };
  template <class Out>
  static __device__ __forceinline__ void write(const arguments& x, const row& r, Out& out, int i) {
    out.r1.set(i, r.v0);
  }

  template <int Vector>
  struct written {
    row_lane<float, access::unit, Vector> r0;
    __device__ __forceinline__ void store(const arguments& x, const point& at, int count) const {
      r0.store(x.r0, at, count);
    }
  };
  template <class Elements, class Out>
  static __device__ __forceinline__ void write_element(const arguments& x, const row& r, const Elements& e, Out& out, int i) {
    const float a0 = e.a0.get(i);
    const float v1 = gpu::ops::divide{}(a0, r.v0);
    out.r0.set(i, v1);
  }
};

using skeleton = persistent_columns<work, int, 1, 1, 4, 4, 256, work::pass0>;

extern "C" __global__ void __launch_bounds__(256, 2) sum_divide(
    const __grid_constant__ arguments x) {
  await_previous();
  skeleton::run(x);
}
