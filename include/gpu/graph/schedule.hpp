// SPDX-License-Identifier: BSD-3-Clause
// Cuts a graph into kernels.
#pragma once

#include <vector>

#include <gpu/graph/kernel.hpp>

namespace gpu::graph {

/// Why a value is computed by a kernel of its own.
enum class cut_reason : std::uint8_t { root, too_large, reshape };

/// A kernel, and the node whose value it computes.
struct scheduled_kernel {
  kernel work;
  node_ptr computes;
  cut_reason why = cut_reason::root;
};

/// The kernels that compute `root` into `target`, in order; the last one writes `target`. What the
/// others write are planned leaves, read by later kernels. `root` broadcasts to `target`, and has
/// its dtype.
[[nodiscard]] std::vector<scheduled_kernel> make_schedule(const node_ptr& root,
                                                          const leaf_ptr& target);

}  // namespace gpu::graph
