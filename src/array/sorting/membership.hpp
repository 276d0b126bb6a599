// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/graph/build.hpp>

namespace gpu::detail {

/// For each element whether it is among `tests`, or with `invert` whether it is not; on the host.
/// Both have one dtype, which is real; `tests` ascend.
[[nodiscard]] graph::node_ptr host_membership(const graph::node_ptr& elements,
                                              const graph::node_ptr& tests, bool invert);

}  // namespace gpu::detail
