// SPDX-License-Identifier: BSD-3-Clause
// The skeletons as the launch sees them. Skeletons that share a plan are a family: a folder beside
// this file, and a row of the table in skeleton_families.cpp.
#pragma once

#include <memory>
#include <string_view>

#include "execute/gpu/arguments.hpp"
#include "execute/gpu/launch_plan.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

struct skeleton_family {
  std::string_view name;

  /// Whether these skeletons compute `work`.
  bool (*accepts)(const graph::kernel& work);

  /// The plan of a kernel that is accepted. Looks at addresses only for how memory is accessed;
  /// targets that have no memory yet count as aligned.
  std::shared_ptr<const launch_plan> (*plan)(const graph::kernel& work);

  /// Writes the arguments of the launch that `plan` returned.
  void (*write_arguments)(argument_writer& out, const graph::kernel& work, const launch_plan& plan,
                          const workspace& memory);
};

/// The first family that accepts the kernel; the last one accepts every kernel.
[[nodiscard]] const skeleton_family& family_of(const graph::kernel& work);

}  // namespace gpu::execute
