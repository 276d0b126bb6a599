// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace gpu::random::detail {

/// The host's loop of `kernels::random_normal<R>`, of float and double: takes and gives what it
/// does, within 8 ULP.
template <class R>
void draw_normals(const void* const* in, void* out, std::ptrdiff_t count);

}  // namespace gpu::random::detail
