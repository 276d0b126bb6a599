// SPDX-License-Identifier: BSD-3-Clause
// Arrays as tensors of other libraries, by DLPack.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

#include <gpu/array/ndarray.hpp>
#include <gpu/interop/dlpack.hpp>

namespace gpu {

/// What `to_dlpack` takes beside the array, with the names of Python's array API.
struct to_dlpack_options {
  /// Where the receiver reads and writes: its work comes after what is enqueued for the array.
  /// Without one that is the current stream of the device. One that is neither that nor a default
  /// stream may be destroyed before the tensor is: what uses the memory after it waits for the
  /// device, on the host; while work is captured, which forbids that, for this stream, which must
  /// exist then.
  std::optional<stream_ref> stream = std::nullopt;
  /// Where the elements are to be, copied if they are elsewhere.
  std::optional<device> dl_device = std::nullopt;
  /// Whether they are copied; without either only if they must be, and never if false.
  std::optional<bool> copy = std::nullopt;
};

namespace detail {

/// What may be done with the elements that are handed out.
enum class export_access { shared_to_read, shared_to_write, owned };

[[nodiscard]] dlpack::DLManagedTensorVersioned* versioned_tensor(const graph::node_ptr& value,
                                                                 export_access access,
                                                                 const to_dlpack_options& options);
[[nodiscard]] dlpack::DLManagedTensor* unversioned_tensor(const graph::node_ptr& value,
                                                          export_access access,
                                                          const to_dlpack_options& options);

template <class Tensor>
[[nodiscard]] Tensor* tensor_of(const graph::node_ptr& value, export_access access,
                                const to_dlpack_options& options) {
  if constexpr (sizeof(Tensor) == sizeof(dlpack::DLManagedTensor))
    return reinterpret_cast<Tensor*>(unversioned_tensor(value, access, options));
  else
    return reinterpret_cast<Tensor*>(versioned_tensor(value, access, options));
}

}  // namespace detail

/// The elements of an array, without a copy, as a tensor that another library may read and write.
/// `numpy.ndarray.__dlpack__`.
///
/// What either side writes the other one sees. As after `data()`, copies of the array are deep from
/// now on. The memory lives until the receiver calls the tensor's deleter, which it may do from any
/// thread, also after the array has ended.
/// @tparam Tensor  `dlpack::DLManagedTensor` for receivers that know no version of DLPack
/// @throws value_error  if a copy is needed, but refused
/// @enqueue the receiver's stream waits for the array; nothing waits on the host
template <dlpack::managed_tensor Tensor = dlpack::DLManagedTensorVersioned, element_type T>
[[nodiscard]] Tensor* to_dlpack(ndarray<T>& array, const to_dlpack_options& options = {}) {
  static_cast<void>(array.data());
  return detail::tensor_of<Tensor>(array.read_node(), detail::export_access::shared_to_write,
                                   options);
}
/// The elements of an array that ends here: they are the receiver's.
template <dlpack::managed_tensor Tensor = dlpack::DLManagedTensorVersioned, element_type T>
[[nodiscard]] Tensor* to_dlpack(ndarray<T>&& array, const to_dlpack_options& options = {}) {
  ndarray<T> own = std::move(array);
  return detail::tensor_of<Tensor>(graph::node_ptr(own.writable().get()),
                                   detail::export_access::owned, options);
}
/// The elements of a value that cannot be written, as they are now: computed if they are not in
/// memory, without a copy if they are, at any strides. The tensor says that it is read-only. One
/// without a version cannot say so: its elements are copied.
template <dlpack::managed_tensor Tensor = dlpack::DLManagedTensorVersioned, array_like A>
[[nodiscard]] Tensor* to_dlpack(const A& value, const to_dlpack_options& options = {}) {
  return detail::tensor_of<Tensor>(value.node(), detail::export_access::shared_to_read, options);
}

/// Where DLPack says that an array is. `numpy.ndarray.__dlpack_device__`.
[[nodiscard]] dlpack::DLDevice dlpack_device(device where) noexcept;
template <array_like A>
[[nodiscard]] dlpack::DLDevice dlpack_device(const A& value) {
  return dlpack_device(value.device());
}

/// How Python's array API writes a stream that is handed to `__dlpack__(stream=...)`: 1 is CUDA's
/// default stream. None for `cpu()`.
[[nodiscard]] std::optional<std::int64_t> dlpack_stream(stream_ref stream) noexcept;

}  // namespace gpu
