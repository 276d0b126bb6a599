// SPDX-License-Identifier: BSD-3-Clause
// Dtypes in the words of DLPack.
#pragma once

#include <gpu/core/dtype.hpp>
#include <gpu/interop/dlpack.hpp>

namespace gpu::detail {

[[nodiscard]] dlpack::DLDataType dlpack_type(dtype type) noexcept;

/// @throws dtype_error  "Unsupported dtype in DLTensor: code 0, 4 bits, 1 lanes"
[[nodiscard]] dtype type_of_dlpack(const dlpack::DLDataType& type);

}  // namespace gpu::detail
