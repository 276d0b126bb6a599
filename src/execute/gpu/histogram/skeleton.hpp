// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <gpu/kernels/abi.hpp>

#include "graph/emit/variant.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute::skeletons {

/// What it computes is the bins' numbers of the elements that a kernel's one output would have.
struct histogram {
  static constexpr std::string_view name = "histogram";
  static constexpr std::string_view suffix = "_histogram";
  kernels::binning bins = kernels::binning::number;
  bool wide_bins = false;     ///< uniform: numbers of bins are computed in float64
  bool shared_edges = false;  ///< edges are copied to shared memory
  std::uint8_t copies = 1;    ///< of the counts in shared memory; 0: there are none
  /// Of sums of weights, which are a second output: float32 or float64. 0: elements are counted.
  std::uint8_t limbs = 0;

  [[nodiscard]] std::string text(const graph::kernel& work, const graph::variant& options,
                                 const std::string& name) const;
  friend bool operator==(const histogram&, const histogram&) = default;
};

}  // namespace gpu::execute::skeletons
