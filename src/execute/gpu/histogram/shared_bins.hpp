// SPDX-License-Identifier: BSD-3-Clause
// What a block keeps of the bins in shared memory, and how many blocks there are: the stages of a
// histogram's plan that know no addresses.
#pragma once

#include <cstddef>
#include <optional>

#include <gpu/core/dtype.hpp>
#include <gpu/cuda/device_properties.hpp>

#include "execute/gpu/histogram/plan.hpp"
#include "execute/gpu/histogram/tuning.hpp"

namespace gpu::execute {

/// What a block adds up for each bin.
struct bin_counters {
  tuning::sum_limbs limbs;   ///< none: elements are counted
  int copies = 1;            ///< in shared memory; 0: counted in memory
  std::ptrdiff_t bytes = 0;  ///< of shared memory
};

/// @param weights  their dtype, if there are any
[[nodiscard]] bin_counters choose_counters(std::ptrdiff_t bins, std::optional<dtype> weights,
                                           const device_properties& properties);

/// How the bin of an element is found.
struct bin_edges {
  kernels::binning method;
  bool in_shared_memory = false;
  int cells = 0;  ///< of the table in front of the edges; 0: there is none
  std::ptrdiff_t bytes = 0;
};

/// @param free_bytes  of shared memory, beside the counters
[[nodiscard]] bin_edges place_edges(const histogram_bins& bins, dtype elements,
                                    std::ptrdiff_t free_bytes);

/// The threads of a block that has so many bytes of shared memory.
[[nodiscard]] int block_threads(const bin_counters& counters, std::ptrdiff_t shared_bytes,
                                const device_properties& properties);

/// What the blocks read.
struct histogram_work {
  std::ptrdiff_t vectors;
  int vector;  ///< elements of one
  int unroll;  ///< vectors of a thread at once
  int threads;

  [[nodiscard]] std::ptrdiff_t vectors_at_once() const noexcept {
    return std::ptrdiff_t{threads} * unroll;
  }
};

struct histogram_grid {
  std::ptrdiff_t blocks;
  int limb_bits = 0;
};

[[nodiscard]] histogram_grid choose_grid(const histogram_work& work, const bin_counters& counters,
                                         const device_properties& properties);

}  // namespace gpu::execute
