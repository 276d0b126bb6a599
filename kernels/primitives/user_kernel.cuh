// SPDX-License-Identifier: BSD-3-Clause
// What a user's kernel that is launched on its own sees: the loop over a broadcast shape, elements
// of the operands, and raw arrays. Generated programs include it, for the device and for the host.
//
// Rank     axes of the loop, or of a raw array
// launch   any 1-D grid; no shared memory
// alias    outputs are new memory
#pragma once

#include <gpu/core/op_info.hpp>

namespace gpu::kernels {

/// A position in the loop: flat, and along each axis.
template <int Rank>
class user_index {
 public:
  static constexpr int slots = Rank > 0 ? Rank : 1;

  GPU_HD ptrdiff_t size() const { return size_; }
  GPU_HD void set(ptrdiff_t flat) {
    for (int axis = Rank - 1; axis > 0; --axis) {
      index_[axis] = flat % extents_[axis];
      flat /= extents_[axis];
    }
    index_[0] = flat;
  }
  GPU_HD const ptrdiff_t (&get() const)[slots] { return index_; }

  ptrdiff_t size_;
  ptrdiff_t extents_[slots];
  ptrdiff_t index_[slots];
};

/// The positions that one thread goes over, for `for (const ptrdiff_t i : ...)`: each is set in the
/// index first. The body of the loop is no function, so that it sees what stands before the loop,
/// and members of raw arrays are constants there.
template <int Rank>
class user_positions {
 public:
  struct end_of_loop {};
  class iterator {
   public:
    GPU_HD iterator(user_index<Rank>& index, ptrdiff_t at, ptrdiff_t step)
        : index_(index), at_(at), step_(step) {}
    GPU_HD ptrdiff_t operator*() const {
      index_.set(at_);
      return at_;
    }
    GPU_HD void operator++() { at_ += step_; }
    GPU_HD bool operator!=(end_of_loop) const { return at_ < index_.size(); }

   private:
    user_index<Rank>& index_;
    ptrdiff_t at_;
    ptrdiff_t step_;
  };

  GPU_HD user_positions(user_index<Rank>& index, ptrdiff_t first, ptrdiff_t step)
      : index_(index), first_(first), step_(step) {}
  GPU_HD iterator begin() const { return {index_, first_, step_}; }
  GPU_HD end_of_loop end() const { return {}; }

 private:
  user_index<Rank>& index_;
  ptrdiff_t first_;
  ptrdiff_t step_;
};

/// An operand that the loop goes over. Strides count elements.
template <class T, int Rank>
struct user_operand {
  GPU_HD T& at(const user_index<Rank>& place) const {
    ptrdiff_t offset = 0;
    for (int axis = 0; axis < Rank; ++axis) offset += place.get()[axis] * strides[axis];
    return data[offset];
  }

  T* data;
  ptrdiff_t strides[user_index<Rank>::slots];
};

/// A number, aligned as everything else here.
template <class T>
struct user_scalar {
  alignas(8) T value;
};

/// What text computes with for elements of type `T`: halves are floats.
template <class T>
struct user_value {
  using type = T;
};
template <>
struct user_value<float16> {
  using type = float;
};
template <>
struct user_value<bfloat16> {
  using type = float;
};

/// An element of type `T` that text sees as a float; rounded when the scope ends.
template <class T>
struct rounded {
  GPU_HD explicit rounded(T& element) : value(element), element_(element) {}
  GPU_HD ~rounded() { element_ = T(value); }

  float value;
  T& element_;
};

/// A half in a raw array, as an lvalue.
template <class T>
class half_reference {
 public:
  GPU_HD explicit half_reference(T& element) : element_(element) {}
  GPU_HD operator float() const { return element_; }
  GPU_HD const half_reference& operator=(float x) const {
    element_ = T(x);
    return *this;
  }
  GPU_HD const half_reference& operator=(const half_reference& x) const {
    return *this = static_cast<float>(x);
  }
  GPU_HD const half_reference& operator+=(float x) const { return *this = *this + x; }
  GPU_HD const half_reference& operator-=(float x) const { return *this = *this - x; }
  GPU_HD const half_reference& operator*=(float x) const { return *this = *this * x; }
  GPU_HD const half_reference& operator/=(float x) const { return *this = *this / x; }

 private:
  T& element_;
};

template <class T>
struct raw_element {
  using type = T&;
};
template <>
struct raw_element<float16> {
  using type = half_reference<float16>;
};
template <>
struct raw_element<bfloat16> {
  using type = half_reference<bfloat16>;
};
template <>
struct raw_element<const float16> {
  using type = float;
};
template <>
struct raw_element<const bfloat16> {
  using type = float;
};

/// An array that is indexed by hand: by a position in C order, whatever its strides, or by a list
/// of `ndim` indices. Nothing checks bounds.
template <class T, int Rank>
class raw_array {
 public:
  static constexpr int ndim = Rank;
  using reference = typename raw_element<T>::type;

  GPU_HD ptrdiff_t size() const { return size_; }
  GPU_HD const ptrdiff_t* shape() const { return extents_; }
  /// In bytes.
  GPU_HD const ptrdiff_t* strides() const { return strides_; }

  GPU_HD reference operator[](ptrdiff_t position) const {
    if (contiguous_) return reference(data_[position]);
    ptrdiff_t offset = 0;
    for (int axis = Rank - 1; axis > 0; --axis) {
      offset += position % extents_[axis] * strides_[axis];
      position /= extents_[axis];
    }
    return element(offset + position * strides_[0]);
  }
  template <class Integer>
  GPU_HD reference operator[](const Integer (&index)[Rank > 0 ? Rank : 1]) const {
    ptrdiff_t offset = 0;
    for (int axis = 0; axis < Rank; ++axis) offset += index[axis] * strides_[axis];
    return element(offset);
  }

  T* data_;
  ptrdiff_t size_;
  ptrdiff_t contiguous_;
  ptrdiff_t extents_[Rank > 0 ? Rank : 1];
  ptrdiff_t strides_[Rank > 0 ? Rank : 1];

 private:
  GPU_HD reference element(ptrdiff_t offset_bytes) const {
    using bytes = const char*;
    return reference(
        *const_cast<T*>(reinterpret_cast<const T*>(reinterpret_cast<bytes>(data_) + offset_bytes)));
  }
};

}  // namespace gpu::kernels

namespace gpu::c_math {

#ifdef __CUDACC_RTC__
/// The hardware has these for the unsigned type only, or for both in another spelling.
__device__ __forceinline__ long long atomicAdd(long long* to, long long value) {
  return static_cast<long long>(::atomicAdd(reinterpret_cast<unsigned long long*>(to),
                                            static_cast<unsigned long long>(value)));
}
__device__ __forceinline__ long atomicAdd(long* to, long value) {
  return static_cast<long>(::atomicAdd(reinterpret_cast<unsigned long long*>(to),
                                       static_cast<unsigned long long>(value)));
}
#else
// One thread runs a kernel on the host.
template <class T, class U>
T exchanged(T* to, U value) {
  const T old = *to;
  *to = static_cast<T>(value);
  return old;
}
template <class T, class U>
T atomicAdd(T* to, U value) {
  return exchanged(to, *to + value);
}
template <class T, class U>
T atomicSub(T* to, U value) {
  return exchanged(to, *to - value);
}
template <class T, class U>
T atomicExch(T* to, U value) {
  return exchanged(to, value);
}
template <class T, class U>
T atomicMin(T* to, U value) {
  return exchanged(to, static_cast<T>(value) < *to ? static_cast<T>(value) : *to);
}
template <class T, class U>
T atomicMax(T* to, U value) {
  return exchanged(to, *to < static_cast<T>(value) ? static_cast<T>(value) : *to);
}
template <class T, class U>
T atomicAnd(T* to, U value) {
  return exchanged(to, *to & value);
}
template <class T, class U>
T atomicOr(T* to, U value) {
  return exchanged(to, *to | value);
}
template <class T, class U>
T atomicXor(T* to, U value) {
  return exchanged(to, *to ^ value);
}
template <class T, class U, class V>
T atomicCAS(T* to, U compare, V value) {
  return exchanged(to, *to == static_cast<T>(compare) ? static_cast<T>(value) : *to);
}
#endif

}  // namespace gpu::c_math
