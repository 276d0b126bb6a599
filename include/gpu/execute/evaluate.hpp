// SPDX-License-Identifier: BSD-3-Clause
// From a graph to memory: schedule, allocate, run, on whichever device the graph is.
#pragma once

#include <span>
#include <vector>

#include <gpu/graph/node.hpp>

namespace gpu::execute {

/// The elements of `value`, C-contiguous at the beginning of a block of their own size. A leaf that
/// is so already is handed out itself; a computed node keeps its result and hands it out again.
/// An unplaced value is computed on the current device.
/// @enqueue on the device's current stream; returns before the result is ready
[[nodiscard]] graph::leaf_ptr evaluate(const graph::node_ptr& value);
/// The same of a value that the caller gives up.
[[nodiscard]] graph::leaf_ptr evaluate(graph::node_ptr&& value);

/// The same, for a value that is on `where` or unplaced.
[[nodiscard]] graph::leaf_ptr evaluate(const graph::node_ptr& value, device where);

/// The same for several values at once: those of one shape and device are computed by one kernel as
/// far as the limits of a kernel allow, which reads what they share once.
[[nodiscard]] std::vector<graph::leaf_ptr> evaluate(std::span<const graph::node_ptr> values);

/// Writes `value`, which broadcasts to the target and has its dtype, to the memory of `target`, as
/// if it were complete before the first write.
/// @throws shape_error      "could not broadcast input array from shape (3,) into shape (2,)"
/// @throws device_mismatch  if they are on different devices
/// @enqueue on the device's current stream; returns before the result is ready
void assign(const graph::node_ptr& value, const graph::leaf_ptr& target);

}  // namespace gpu::execute
