// SPDX-License-Identifier: BSD-3-Clause
// Operators of an array and a vector, which is on no device: refused by name.
#pragma once

#include <type_traits>

#include <gpu/array/concepts.hpp>
#include <gpu/array/refusal.hpp>

namespace gpu {

namespace detail {
/// One is an array, the other a vector or what else has elements on the host.
template <class A, class B>
concept vector_beside_array = (array_like<A> && host_range<std::remove_cvref_t<B>>) ||
                              (host_range<std::remove_cvref_t<A>> && array_like<B>);
}  // namespace detail

#define GPU_REFUSES_VECTOR(symbol)                                  \
  template <class A, class B>                                       \
  requires(detail::vector_beside_array<A, B>)                       \
      refusal::vectors_beside_arrays_are_made_arrays_by_gpu_asarray \
      operator symbol(A&&, B&&) = delete;

GPU_REFUSES_VECTOR(+)
GPU_REFUSES_VECTOR(-)
GPU_REFUSES_VECTOR(*)
GPU_REFUSES_VECTOR(/)
GPU_REFUSES_VECTOR(%)
GPU_REFUSES_VECTOR(&)
GPU_REFUSES_VECTOR(|)
GPU_REFUSES_VECTOR(^)
GPU_REFUSES_VECTOR(<<)
GPU_REFUSES_VECTOR(>>)
GPU_REFUSES_VECTOR(<)
GPU_REFUSES_VECTOR(<=)
GPU_REFUSES_VECTOR(>)
GPU_REFUSES_VECTOR(>=)
GPU_REFUSES_VECTOR(==)
GPU_REFUSES_VECTOR(!=)
GPU_REFUSES_VECTOR(&&)
GPU_REFUSES_VECTOR(||)
GPU_REFUSES_VECTOR(+=)
GPU_REFUSES_VECTOR(-=)
GPU_REFUSES_VECTOR(*=)
GPU_REFUSES_VECTOR(/=)
GPU_REFUSES_VECTOR(%=)
GPU_REFUSES_VECTOR(&=)
GPU_REFUSES_VECTOR(|=)
GPU_REFUSES_VECTOR(^=)
GPU_REFUSES_VECTOR(<<=)
GPU_REFUSES_VECTOR(>>=)

#undef GPU_REFUSES_VECTOR

}  // namespace gpu
