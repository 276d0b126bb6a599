// SPDX-License-Identifier: BSD-3-Clause
// Arrays by the attributes that Python's libraries look for. What they are:
// https://numba.readthedocs.io/en/stable/cuda/cuda_array_interface.html
// https://numpy.org/doc/stable/reference/arrays.interface.html
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <gpu/array/ndarray.hpp>

namespace gpu {

/// The entries of `__array_interface__` and of `__cuda_array_interface__`, both of version 3.
struct array_interface_fields {
  gpu::shape shape;
  std::string typestr;  ///< "<f4": byte order, kind and bytes of an element
  std::uintptr_t data;  ///< the address of the first element; 0 if there is none
  bool read_only;       ///< the second entry of "data"
  /// In bytes; none in C order, in which all arrays are.
  std::optional<gpu::shape> strides;
  /// On a GPU the stream whose later work finds the elements: 1 is CUDA's default stream, 2 that of
  /// each thread, others are their handles; never 0. None for an array on the host.
  std::optional<std::int64_t> stream;
  int version = 3;
};

namespace detail {
/// @throws value_error, dtype_error  if the array has no such interface
void require_interface(const graph::leaf_node& array, bool is_cuda);
[[nodiscard]] array_interface_fields interface_fields(const graph::leaf_node& array,
                                                      bool read_only);
}  // namespace detail

/// `__cuda_array_interface__` of an array on a GPU, which must live as long as anyone uses its
/// memory. Who reads it enqueues on `stream`, or waits for it.
///
/// Of a mutable array the memory may be written: as after `data()`, copies are deep from now on.
/// @throws value_error  "an array on cpu(0) has no __cuda_array_interface__, but an
///                      __array_interface__"
/// @throws dtype_error  for bfloat16, which it cannot name
/// @enqueue  `stream`, the current one, waits for the array; nothing waits on the host
template <element_type T>
[[nodiscard]] array_interface_fields cuda_array_interface(ndarray<T>& array) {
  detail::require_interface(*array.leaf(), true);
  static_cast<void>(array.data());
  return detail::interface_fields(*array.leaf(), false);
}
template <element_type T>
[[nodiscard]] array_interface_fields cuda_array_interface(const ndarray<T>& array) {
  detail::require_interface(*array.leaf(), true);
  return detail::interface_fields(*array.leaf(), true);
}
/// Not of a temporary, whose memory ends with it.
template <element_type T>
array_interface_fields cuda_array_interface(const ndarray<T>&& array) = delete;

/// `__array_interface__` of an array on the host, by which NumPy takes memory: the same without a
/// stream.
/// @throws value_error  "an array on gpu(0) has no __array_interface__, but a
///                      __cuda_array_interface__"
/// @throws dtype_error  for bfloat16, which it cannot name
template <element_type T>
[[nodiscard]] array_interface_fields host_array_interface(ndarray<T>& array) {
  detail::require_interface(*array.leaf(), false);
  static_cast<void>(array.data());
  return detail::interface_fields(*array.leaf(), false);
}
template <element_type T>
[[nodiscard]] array_interface_fields host_array_interface(const ndarray<T>& array) {
  detail::require_interface(*array.leaf(), false);
  return detail::interface_fields(*array.leaf(), true);
}
/// Not of a temporary, whose memory ends with it.
template <element_type T>
array_interface_fields host_array_interface(const ndarray<T>&& array) = delete;

}  // namespace gpu
