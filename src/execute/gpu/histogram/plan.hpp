// SPDX-License-Identifier: BSD-3-Clause
// How a kernel that counts its elements in bins is launched. What is counted does not depend on the
// order of the elements: axes are taken in the order of memory.
#pragma once

#include <cstddef>

#include <gpu/cuda/device_properties.hpp>

#include "core/iteration.hpp"
#include "execute/gpu/arguments.hpp"
#include "execute/gpu/launch_plan.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// Bins, as kernels/abi.hpp and kernels/primitives/binning.hpp describe them.
struct histogram_bins {
  kernels::binning method = kernels::binning::number;
  bool is_wide = false;  ///< uniform: NumPy computes the numbers of the bins in float64
  std::ptrdiff_t count = 0;
  double span = 0;  ///< from the first to the last edge
  double scale = 0;
  double reach = 0;
};

struct histogram_plan : launch_plan {
  iteration space;  ///< of the arguments
  std::ptrdiff_t vectors = 0;
  int cells = 0;      ///< of the table in front of the edges; 0: there is none
  int limb_bits = 0;  ///< of sums of weights
};

/// Addresses in memory of the device.
struct histogram_places {
  const void* edges = nullptr;      ///< `count` + 1 of the dtype of the elements; null: numbers
  void* counts = nullptr;           ///< int64, or four planes of uint64 for weights
  const double* largest = nullptr;  ///< of some weights
  unsigned* inexact = nullptr;
};

/// Whether the skeleton computes `work`, a kernel that has elements and one output, or a second one
/// that is their weights: without steps that scatter the accesses of a warp, and with arguments
/// that fit a launch.
[[nodiscard]] bool accepts_histogram(const graph::kernel& work);

/// The plan of a kernel that is accepted.
[[nodiscard]] histogram_plan plan_histogram(const graph::kernel& work, const histogram_bins& bins,
                                            const device_properties& properties);

/// The arguments of the launch.
void write_arguments(argument_writer& out, const graph::kernel& work, const histogram_plan& plan,
                     const histogram_bins& bins, const histogram_places& places);

}  // namespace gpu::execute
