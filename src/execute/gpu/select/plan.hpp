// SPDX-License-Identifier: BSD-3-Clause
// How a kernel is launched that keeps the elements where a mask holds, in C order.
#pragma once

#include <cstddef>
#include <cstdint>

#include <gpu/cuda/device_properties.hpp>

#include "core/iteration.hpp"
#include "execute/gpu/arguments.hpp"
#include "execute/gpu/launch_plan.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

struct select_plan : launch_plan {
  /// Of the workspace before the tiles' status: the dynamic tile id, and what aligns the rest.
  static constexpr std::size_t tile_id_bytes = 64;
  /// Of shared memory, beside what is selected of tiles: not less than the kernel's own.
  static constexpr std::size_t static_shared_bytes = 512;

  iteration space;  ///< of the arguments
  std::ptrdiff_t size = 0;
  std::ptrdiff_t tiles = 0;
};

/// Addresses in memory of the device.
struct select_places {
  void* selected = nullptr;       ///< room for all elements, or for their positions as int64
  std::int64_t* count = nullptr;  ///< receives how many they are
};

/// Whether the skeleton computes `work`, a kernel that has elements, whose first output is a mask
/// and whose second one, if there is any, is what is selected: without steps that scatter the
/// accesses of a warp, and with arguments that fit a launch.
[[nodiscard]] bool accepts_select(const graph::kernel& work);

/// The plan of a kernel that is accepted, on a device of these properties.
[[nodiscard]] select_plan plan_select(const graph::kernel& work,
                                      const device_properties& properties);

/// The arguments of the launch.
/// @param zeroed  of `plan.memory`
void write_arguments(argument_writer& out, const graph::kernel& work, const select_plan& plan,
                     const select_places& places, std::byte* zeroed);

}  // namespace gpu::execute
