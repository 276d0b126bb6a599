// SPDX-License-Identifier: BSD-3-Clause
// What one thread of the skeleton `interleaved` holds of an operand: its elements for Vector items,
// which are neighbours, and for each channel.
//
// planar  items are neighbours in memory, or anywhere; channels are anywhere
// packed  an item's elements lie side by side, `Period` of them, and so do items: the thread has
//         Vector * Period elements in registers, of which each operand of that array picks its own
// Width   elements of one access; 0: one element, which is not aligned to its size
// Varies  whether channels have elements of their own; else an item has one for all of them
#pragma once

#include <gpu/kernels/primitives/operand.cuh>

namespace gpu::kernels {

template <class Operand, int Width = 1, bool Varies = false>
struct planar : Operand {
  static constexpr int width = Width;
  static constexpr bool varies = Varies;
  static constexpr int holder = -1;
};

/// The element of channel c is `First + c * Step` elements behind the first one of the item. The
/// elements are held by the operand of number `Holder`: by one of those that share an array.
template <class Operand, int Width, int Period, int First, int Step, int Holder>
struct packed : Operand {
  static constexpr int width = Width;
  static constexpr bool varies = Step != 0;
  static constexpr int period = Period;
  static constexpr int first = First;
  static constexpr int step = Step;
  static constexpr int holder = Holder;
};

/// Count neighbours in memory, moved Width at a time. No arithmetic stands between those accesses,
/// which are parts of the same sectors: functions that have branches, as quotients do, would.
template <class T, int Count, int Width>
struct wide_elements {
  static constexpr int each = Width > 0 ? Width : 1;
  vector_of<T, each> parts[Count / each];

  __device__ __forceinline__ T& at(int i) { return parts[i / each].at[i % each]; }
  __device__ __forceinline__ void load(const T* from) {
#pragma unroll
    for (int k = 0; k < Count / each; ++k) {
      if constexpr (Width == 0)
        parts[k].at[0] = from[k];
      else
        parts[k] = load_vector<T, each>(from + k * each);
    }
    settle();
  }
  __device__ __forceinline__ void store(T* to) {
    settle();
#pragma unroll
    for (int k = 0; k < Count / each; ++k) {
      if constexpr (Width == 0)
        to[k] = parts[k].at[0];
      else
        store_vector(to + k * each, parts[k]);
    }
  }

 private:
  __device__ __forceinline__ void settle() {
#pragma unroll
    for (int k = 0; k < Count / each; ++k) parts[k] = settled(parts[k]);
  }
};

/// Items `item` elements apart, channels `channel` elements apart.
template <class Operand, int Vector, int Channels, access Pattern = Operand::pattern,
          bool IsAffine = Operand::is_affine>
struct planar_lane {
  using type = typename Operand::type;
  static constexpr int count = Operand::varies ? Channels : 1;
  type* data;
  long long item;
  long long channel;
  type values[count][Vector];

  __device__ __forceinline__ void point(void* start, long long offset, long long column,
                                        long long item_step, long long channel_step) {
    data = static_cast<type*>(start) + offset + column * item_step;
    item = item_step;
    channel = channel_step;
  }
  __device__ __forceinline__ void load() {
    if constexpr (!Operand::is_written) {
#pragma unroll
      for (int c = 0; c < count; ++c) {
#pragma unroll
        for (int i = 0; i < Vector; ++i) values[c][i] = data[c * channel + i * item];
      }
    }
  }
  __device__ __forceinline__ type& at(int i, int c) {
    return values[Operand::varies ? c : 0][i];
  }
  __device__ __forceinline__ void store() {
    if constexpr (Operand::is_written) {
#pragma unroll
      for (int i = 0; i < Vector; ++i) {
#pragma unroll
        for (int c = 0; c < count; ++c) data[c * channel + i * item] = values[c][i];
      }
    }
  }
};

/// Items that are neighbours in memory.
template <class Operand, int Vector, int Channels>
struct planar_lane<Operand, Vector, Channels, access::unit, false> {
  using type = typename Operand::type;
  static constexpr int count = Operand::varies ? Channels : 1;
  type* data;
  long long channel;
  wide_elements<type, Vector, Operand::width> values[count];

  __device__ __forceinline__ void point(void* start, long long offset, long long column, long long,
                                        long long channel_step) {
    data = static_cast<type*>(start) + offset + column;
    channel = channel_step;
  }
  __device__ __forceinline__ void load() {
    if constexpr (!Operand::is_written) {
#pragma unroll
      for (int c = 0; c < count; ++c) values[c].load(data + c * channel);
    }
  }
  __device__ __forceinline__ type& at(int i, int c) {
    return values[Operand::varies ? c : 0].at(i);
  }
  __device__ __forceinline__ void store() {
    if constexpr (Operand::is_written) {
#pragma unroll
      for (int c = 0; c < count; ++c) values[c].store(data + c * channel);
    }
  }
};

/// One element for all items. Inputs only.
template <class Operand, int Vector, int Channels>
struct planar_lane<Operand, Vector, Channels, access::zero, false> {
  using type = typename Operand::type;
  static constexpr int count = Operand::varies ? Channels : 1;
  const type* data;
  long long channel;
  type values[count];

  __device__ __forceinline__ void point(void* start, long long offset, long long, long long,
                                        long long channel_step) {
    data = static_cast<const type*>(start) + offset;
    channel = channel_step;
  }
  __device__ __forceinline__ void load() {
#pragma unroll
    for (int c = 0; c < count; ++c) values[c] = data[c * channel];
  }
  __device__ __forceinline__ type at(int, int c) const {
    return values[Operand::varies ? c : 0];
  }
  __device__ __forceinline__ void store() {}
};

template <class Operand, int Vector, int Channels, access Pattern>
struct planar_lane<Operand, Vector, Channels, Pattern, true> {
  long long first;
  long long item;
  long long channel;

  __device__ __forceinline__ void point(void* start, long long offset, long long column,
                                        long long item_step, long long channel_step) {
    item = Pattern == access::zero ? 0 : Pattern == access::unit ? 1 : item_step;
    channel = Operand::varies ? channel_step : 0;
    first = reinterpret_cast<long long>(start) + offset + column * item;
  }
  __device__ __forceinline__ void load() {}
  __device__ __forceinline__ long long at(int i, int c) const {
    return first + i * item + c * channel;
  }
  __device__ __forceinline__ void store() {}
};

/// What the holder of an array has: all of Vector items.
template <class Operand, int Vector>
struct packed_lane {
  using type = typename Operand::type;
  type* data;
  wide_elements<type, Vector * Operand::period, Operand::width> values;

  __device__ __forceinline__ void point(void* start, long long offset, long long column, long long,
                                        long long) {
    data = static_cast<type*>(start) + (offset + column * Operand::period - Operand::first);
  }
  __device__ __forceinline__ void load() {
    if constexpr (!Operand::is_written) values.load(data);
  }
  __device__ __forceinline__ type& at(int i) { return values.at(i); }
  __device__ __forceinline__ void store() {
    if constexpr (Operand::is_written) values.store(data);
  }
};

/// What the others have.
struct held_elsewhere {
  __device__ __forceinline__ void point(void*, long long, long long, long long, long long) {}
  __device__ __forceinline__ void load() {}
  __device__ __forceinline__ void store() {}
};

template <class Operand, int Number, int Vector, int Channels, bool IsPacked = Operand::holder >= 0>
struct vector_lane_of {
  using type = planar_lane<Operand, Vector, Channels>;
};
template <class Operand, int Number, int Vector, int Channels>
struct vector_lane_of<Operand, Number, Vector, Channels, true> {
  using type = held_elsewhere;
};
template <class Operand, int Number, int Vector, int Channels>
requires(Operand::holder == Number) struct vector_lane_of<Operand, Number, Vector, Channels, true> {
  using type = packed_lane<Operand, Vector>;
};

/// Operand `Number` for Vector items.
template <class Operand, int Number, int Vector, int Channels>
using vector_lane = typename vector_lane_of<Operand, Number, Vector, Channels>::type;

/// Any operand for one item, of which nothing is accessed but its own elements.
template <class Operand, int Channels>
using item_lane = planar_lane<Operand, 1, Channels, access::strided>;

}  // namespace gpu::kernels
