// SPDX-License-Identifier: BSD-3-Clause
// The elements of an .npy file as an array.
#pragma once

#include <optional>

#include <gpu/interop/load_options.hpp>

#include "interop/npy_source.hpp"

namespace gpu::detail {

/// The elements of the file, converted to `type` if one is given. They go to the device part by
/// part, in the order that the file has, and are rearranged there; the host holds no more than a
/// part of those on a GPU.
/// @throws file_error   if it is no .npy file, or is truncated
/// @throws dtype_error  if they are complex, and `type` is not
[[nodiscard]] graph::leaf_ptr leaf_from_source(npy_source& file, std::optional<dtype> type,
                                               const load_options& options);

}  // namespace gpu::detail
