// SPDX-License-Identifier: BSD-3-Clause
// Tensors of other libraries as arrays, by DLPack.
#pragma once

#include <optional>

#include <gpu/array/any_expression.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/interop/dlpack.hpp>

namespace gpu {

/// What `from_dlpack` takes beside the tensor.
struct from_dlpack_options {
  /// Where the array is to be, copied if the tensor is elsewhere. `numpy.from_dlpack`'s `device`.
  std::optional<gpu::device> device = std::nullopt;
  /// Whether the elements are copied; without either only if they must be, and never if false.
  std::optional<bool> copy = std::nullopt;
  /// Whether what is written to the array is written to the tensor.
  bool writable = false;
  /// In whose order the producer's work has been done, and uses the memory again once the tensor's
  /// deleter has been called. Without one the producer has ordered its work before the current
  /// stream of the tensor's device, and the deleter waits for that stream.
  std::optional<stream_ref> stream = std::nullopt;
};

namespace detail {

/// A tensor of either struct.
struct received_tensor {
  const dlpack::DLTensor* tensor;
  void* managed;
  void (*deleter)(void* managed);  ///< null if there is none to call
  std::uint64_t flags;
};
/// @throws value_error  if it is null, or of another major version
[[nodiscard]] received_tensor received(dlpack::DLManagedTensorVersioned* tensor);
[[nodiscard]] received_tensor received(dlpack::DLManagedTensor* tensor);
template <dlpack::managed_tensor Tensor>
[[nodiscard]] received_tensor received(Tensor* tensor) {
  if constexpr (sizeof(Tensor) == sizeof(dlpack::DLManagedTensor))
    return received(reinterpret_cast<dlpack::DLManagedTensor*>(tensor));
  else
    return received(reinterpret_cast<dlpack::DLManagedTensorVersioned*>(tensor));
}

/// @param is_whole  whether the leaf is to be one that an array can have, and of dtype `type`
[[nodiscard]] graph::leaf_ptr leaf_from_dlpack(const received_tensor& source,
                                               const from_dlpack_options& options,
                                               std::optional<dtype> type);

}  // namespace detail

/// The elements of a tensor as an array, which takes the tensor: its deleter is called when the
/// memory is used no more. `numpy.from_dlpack`, which takes an object of Python.
///
/// A tensor in C order is not copied. Then the array shares its memory, as copies of an array do:
/// the first write gives the array memory of its own, and nobody else may write meanwhile. With
/// `writable` both write the same memory; as after `data()`, copies of the array are deep, and so
/// are the operands of expressions.
/// @throws dtype_error  "the tensor has dtype float64, not float32", "Unsupported dtype in
/// DLTensor:
///                      code 0, 4 bits, 1 lanes"
/// @throws value_error  "Unsupported device in DLTensor: type 10, number 0"; for tensors that have
///                      more than 64 axes or no elements where there should be; if a copy is needed
///                      but refused; if `writable` and the tensor is read-only, or must be copied,
///                      and `copy` is not true
/// @throws as `device::use`; after any of these the tensor is still the caller's to delete
/// @enqueue work on the array comes after the producer's; waits only to end a tensor that was
/// copied
template <element_type T, dlpack::managed_tensor Tensor>
[[nodiscard]] ndarray<T> from_dlpack(Tensor* tensor, const from_dlpack_options& options = {}) {
  ndarray<T> array(detail::leaf_from_dlpack(detail::received(tensor), options, dtype_of<T>));
  if (options.writable && options.copy != true) static_cast<void>(array.data());
  return array;
}
/// A tensor of any dtype and strides as an expression, which reads it where it lies. As above, but
/// not writable.
template <dlpack::managed_tensor Tensor>
[[nodiscard]] any_expression from_dlpack(Tensor* tensor, const from_dlpack_options& options = {}) {
  return any_expression(graph::node_ptr(
      detail::leaf_from_dlpack(detail::received(tensor), options, std::nullopt).get()));
}

}  // namespace gpu
