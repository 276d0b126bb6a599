// SPDX-License-Identifier: BSD-3-Clause
// Loaded kernels by signature, variant and device.
#pragma once

#include <gpu/cuda/module.hpp>
#include <gpu/graph/kernel.hpp>
#include <gpu/graph/variant.hpp>

namespace gpu::execute {

/// The kernel of `work` for its device; compiled and loaded if this process has not yet. Found
/// again without a lock by a thread that found it before. Keeps no node alive.
///
/// @throws as `load_kernel`
[[nodiscard]] kernel_ref find_kernel(const graph::kernel& work, const graph::variant& how);

}  // namespace gpu::execute
