// SPDX-License-Identifier: BSD-3-Clause
// The structs of DLPack, by which libraries hand tensors to each other: version 1.1 of the ABI that
// https://dmlc.github.io/dlpack/latest/c_api.html specifies, and the tensors of versions before 1.
// The names are the specification's, so that what is written about DLPack can be read here.
// to_dlpack.hpp and from_dlpack.hpp convert arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::dlpack {

/// What this library writes. It reads every minor version of version 1.
inline constexpr std::uint32_t major_version = 1;
inline constexpr std::uint32_t minor_version = 1;

struct DLPackVersion {
  std::uint32_t major;
  std::uint32_t minor;
};

/// Where memory is. Those of other makers are numbers here.
enum DLDeviceType : std::int32_t {
  kDLCPU = 1,
  kDLCUDA = 2,
  kDLCUDAHost = 3,  ///< the host's, pinned
  kDLROCM = 10,
  kDLCUDAManaged = 13,
};

struct DLDevice {
  DLDeviceType device_type;
  std::int32_t device_id;  ///< 0 for the host
};

enum DLDataTypeCode : std::uint8_t {
  kDLInt = 0,
  kDLUInt = 1,
  kDLFloat = 2,
  kDLOpaqueHandle = 3,
  kDLBfloat = 4,
  kDLComplex = 5,
  kDLBool = 6,
};

/// complex64 is {kDLComplex, 64, 1}, bool {kDLBool, 8, 1}.
struct DLDataType {
  std::uint8_t code;
  std::uint8_t bits;
  std::uint16_t lanes;  ///< numbers in one element; arrays here have one
};

/// Element (i, j, ...) lies `byte_offset` bytes and i*strides[0] + j*strides[1] + ... elements
/// behind `data`.
struct DLTensor {
  void* data;
  DLDevice device;
  std::int32_t ndim;
  DLDataType dtype;
  std::int64_t* shape;
  std::int64_t* strides;  ///< null: C order
  std::uint64_t byte_offset;
};

/// A tensor, and what its receiver calls when it needs it no more: `deleter(self)`, from any
/// thread.
struct DLManagedTensorVersioned {
  DLPackVersion version;
  void* manager_ctx;
  void (*deleter)(DLManagedTensorVersioned* self);
  std::uint64_t flags;
  DLTensor dl_tensor;
};

/// The same as it was before version 1.
struct DLManagedTensor {
  DLTensor dl_tensor;
  void* manager_ctx;
  void (*deleter)(DLManagedTensor* self);
};

/// `flags`: the receiver must not write the elements.
inline constexpr std::uint64_t flag_read_only = 1;
/// `flags`: the elements were copied for the receiver, and are its own.
inline constexpr std::uint64_t flag_is_copied = 2;

// The ABI of all platforms whose pointers have 64 bits.
static_assert(sizeof(void*) == 8);
static_assert(sizeof(DLPackVersion) == 8 && sizeof(DLDevice) == 8 && sizeof(DLDataType) == 4);
static_assert(offsetof(DLDevice, device_id) == 4);
static_assert(offsetof(DLDataType, bits) == 1 && offsetof(DLDataType, lanes) == 2);
static_assert(sizeof(DLTensor) == 48 && std::is_standard_layout_v<DLTensor>);
static_assert(offsetof(DLTensor, data) == 0 && offsetof(DLTensor, device) == 8);
static_assert(offsetof(DLTensor, ndim) == 16 && offsetof(DLTensor, dtype) == 20);
static_assert(offsetof(DLTensor, shape) == 24 && offsetof(DLTensor, strides) == 32);
static_assert(offsetof(DLTensor, byte_offset) == 40);
static_assert(sizeof(DLManagedTensorVersioned) == 80);
static_assert(std::is_standard_layout_v<DLManagedTensorVersioned>);
static_assert(offsetof(DLManagedTensorVersioned, manager_ctx) == 8);
static_assert(offsetof(DLManagedTensorVersioned, deleter) == 16);
static_assert(offsetof(DLManagedTensorVersioned, flags) == 24);
static_assert(offsetof(DLManagedTensorVersioned, dl_tensor) == 32);
static_assert(sizeof(DLManagedTensor) == 64 && std::is_standard_layout_v<DLManagedTensor>);
static_assert(offsetof(DLManagedTensor, manager_ctx) == 48);
static_assert(offsetof(DLManagedTensor, deleter) == 56);

/// These structs, or others of their names and layout, as those of <dlpack/dlpack.h>.
template <class Tensor>
concept managed_tensor = std::is_standard_layout_v<Tensor> && requires(Tensor& tensor) {
  tensor.dl_tensor.byte_offset;
  tensor.manager_ctx;
  tensor.deleter(&tensor);
} &&(sizeof(Tensor) == sizeof(DLManagedTensor) ||
     sizeof(Tensor) == sizeof(DLManagedTensorVersioned));

}  // namespace gpu::dlpack
