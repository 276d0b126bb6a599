#include <gpu/elementwise/divide.hpp>
#include <gpu/elementwise/square.hpp>
#include <gpu/elementwise/subtract.hpp>
#include <gpu/elementwise/support/cast.hpp>
#include <gpu/kernels/primitives/reducer.hpp>
#include <gpu/kernels/primitives/stream_order.cuh>
#include <gpu/kernels/reductions/sum.hpp>
#include <gpu/kernels/skeletons/persistent_rows.cuh>

using namespace gpu::kernels;
struct scalars {
  long long s0;
};
struct arguments {
  reduction_head<1, int> head;
  place<2, int> r0;
  place<2, int> r1;
  place<2, int> a0;
  scalars f;
};

struct work {
  using arguments = ::arguments;
  using point = iteration_point<2, int>;
  static constexpr bool writes_elements = true;

  struct row {
    float v0;
    float v1;
    float v2;
    float v5;
  };
  static __device__ __forceinline__ void begin(const arguments& x, const point& at, row& r) {
    const float v0 = gpu::math::cast<float>(x.f.s0);
    r.v0 = v0;
  }

  template <int Vector>
  struct elements {
    row_lane<float, access::unit, Vector> a0;
    chunk<float, Vector> v3;
    __device__ __forceinline__ void load(const arguments& x, const point& at, int count) {
      a0.load(x.a0, at, count);
    }
  };

  struct pass0 {
    using reduce1 = reducer<gpu::reductions::sum, float, float>;
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
    template <int Count, class Chosen>
    static __device__ __forceinline__ state lift(const arguments& x, const row& r, const Chosen& chosen) {
      float in1_0[Count];
  #pragma unroll
      for (int k = 0; k < Count; ++k) {
        auto& e = chosen.elements(k);
        const int i = chosen.place(k);
        const float a0 = e.a0.get(i);
        in1_0[k] = a0;
      }
      return {reduce1::template lift_all<Count>(in1_0)};
    }
    static __device__ __forceinline__ void finish(const arguments& x, state s, row& r) {
      r.v1 = reduce1::finish(s.v1);
      const float v2 = gpu::ops::divide{}(r.v1, r.v0);
      r.v2 = v2;
    }
  };

  struct pass1 {
    using reduce5 = reducer<gpu::reductions::sum, float, float>;
    struct alignas(4) alignas(reduce5::state) state {
      reduce5::state v5;
    };
    static __device__ __forceinline__ state identity() {
      return {reduce5::identity()};
    }
    static __device__ __forceinline__ state combine(state a, state b) {
      return {reduce5::combine(a.v5, b.v5)};
    }
    static constexpr int gathers = max_gathered<reduce5>;
    template <int Count, class Chosen>
    static __device__ __forceinline__ state lift(const arguments& x, const row& r, const Chosen& chosen) {
      float in5_0[Count];
  #pragma unroll
      for (int k = 0; k < Count; ++k) {
        auto& e = chosen.elements(k);
        const int i = chosen.place(k);
        const float a0 = e.a0.get(i);
        const float v3 = gpu::ops::subtract{}(a0, r.v2);
        const float v4 = gpu::ops::square{}(v3);
        e.v3.at[i] = v3;
        in5_0[k] = v4;
      }
      return {reduce5::template lift_all<Count>(in5_0)};
    }
    static __device__ __forceinline__ void finish(const arguments& x, state s, row& r) {
      r.v5 = reduce5::finish(s.v5);
    }
  };

  template <int Vector>
  struct results {
    row_lane<float, access::strided, Vector> r1;
    __device__ __forceinline__ void store(const arguments& x, const point& at, int count) const {
      r1.store(x.r1, at, count);
    }
  };
  template <class Out>
  static __device__ __forceinline__ void write(const arguments& x, const row& r, Out& out, int i) {
    out.r1.set(i, r.v2);
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
    const float v3 = e.v3.at[i];
    const float v6 = gpu::ops::divide{}(v3, r.v5);
    out.r0.set(i, v6);
  }
};

using skeleton = persistent_rows<work, int, 1, 0, 4, 2, 1, 4, false, 256, work::pass0, work::pass1>;

extern "C" __global__ void __launch_bounds__(256, 4) cast_sum_divide_subtract_square_sum_divide(
    const __grid_constant__ arguments x) {
  await_previous();
  skeleton::run(x);
}
