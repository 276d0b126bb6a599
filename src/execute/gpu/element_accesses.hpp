// SPDX-License-Identifier: BSD-3-Clause
// How a kernel that only a library's function has reads the elements that it computes on the way.
#pragma once

#include <vector>

#include <gpu/kernels/abi.hpp>

#include "core/iteration.hpp"
#include "execute/gpu/tuning.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// The iteration space of the arguments, in the order of memory of `leading`, which has the extents
/// of the kernel. It has at least one axis.
[[nodiscard]] iteration argument_space(const graph::kernel& work, const layout& leading);

struct element_accesses {
  std::vector<kernels::access> operands;  ///< as a variant has them; of outputs, which nobody
                                          ///< writes, `unit`
  int vector;                             ///< elements of one access
};

/// The widest accesses along the last axis that the arguments and the instructions allow.
/// @param bytes  of one access to the widest argument; 16 are read at once
[[nodiscard]] element_accesses choose_element_accesses(const graph::kernel& work,
                                                       const iteration& space,
                                                       int bytes = tuning::access_bytes);

/// Whether neighbouring threads would read elements of an argument that lie far from each other,
/// while others that they do not read are their neighbours.
[[nodiscard]] bool has_scattered_accesses(const graph::kernel& work, const iteration& space);

}  // namespace gpu::execute
