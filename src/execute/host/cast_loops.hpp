// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/graph/op.hpp>

namespace gpu::execute {

/// The host loop of loop `index` of `graph::cast_record()`: one for every pair of dtypes.
[[nodiscard]] graph::host_loop host_cast_loop(int index) noexcept;

}  // namespace gpu::execute
