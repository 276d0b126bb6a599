// SPDX-License-Identifier: BSD-3-Clause
// How the threads of a reduction share its rows. Each skeleton of the family is a pair of files of
// its name: its parameters, its shape and its text.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <gpu/cuda/device_properties.hpp>

#include "execute/gpu/reduce/loop.hpp"
#include "execute/gpu/reduce/operands.hpp"
#include "execute/gpu/reduce/widths.hpp"
#include "graph/emit/variant.hpp"
#include "graph/schedule/kernel.hpp"
#include "graph/schedule/passes.hpp"

namespace gpu::execute {

/// The names are those of kernels/abi.hpp and of the skeletons.
struct reduction_shape {
  graph::skeleton skeleton;
  std::ptrdiff_t rows = 1;
  std::ptrdiff_t steps = 1;
  std::ptrdiff_t split_steps = 1;
  std::ptrdiff_t splits = 1;
  int team = 0;
  int height = 0;
  int unroll = 1;
  int threads = 0;          ///< of a block
  std::ptrdiff_t grid = 0;  ///< blocks
  std::size_t scratch_bytes = 0;
  std::size_t shared_bytes = 0;  ///< that the launch asks for
};

/// What planning asks of a skeleton of this family.
struct reduction_form {
  bool has_columns = false;  ///< neighbours in a vector belong to different rows
  bool has_pairs = false;    ///< the last two kept axes are those of pairs
  bool has_runs = false;     ///< its body may share work between the elements of a vector
  bool unrolls_reduced_axes = false;
  /// Whether rows begin anywhere in memory for it. Its vectors then end where rows end, so that
  /// neighbouring threads read and write neighbouring elements.
  bool (*needs_whole_vectors)(const reduction_loop& loop);
  reduction_shape (*shape)(const graph::kernel& work, const graph::passes& passes,
                           const reduction_loop& loop, const element_costs& costs,
                           const access_widths& widths);
};

/// What all shapes begin with: the rows, or vectors of rows side by side, and the vectors, or
/// elements, of each. Nothing is split.
[[nodiscard]] reduction_shape unsplit_shape(const reduction_loop& loop,
                                            const access_widths& widths);

/// The properties of a GPU that this machine has; null of any other device.
[[nodiscard]] const device_properties* properties_of_gpu(device where);

/// The parameters that all skeletons of the family have.
struct reduction_parameters {
  std::uint8_t reduced_rank = 0;  ///< reduced axes beside the last axis
  bool runs = false;              ///< as that of `contiguous`, of the elements of an access
  friend bool operator==(const reduction_parameters&, const reduction_parameters&) = default;
};
[[nodiscard]] inline reduction_parameters parameters_of(const reduction_loop& loop) {
  return {static_cast<std::uint8_t>(loop.reduced_rank())};
}

/// How many vectors of narrow elements are worth one of wide ones to a thread.
[[nodiscard]] std::ptrdiff_t narrowness(const element_costs& costs, int vector) noexcept;

/// The logarithm of the least power of two that is not less.
[[nodiscard]] constexpr int ceil_log2(std::ptrdiff_t count) noexcept {
  return static_cast<int>(
      std::bit_width(static_cast<std::size_t>(std::max<std::ptrdiff_t>(count, 1) - 1)));
}

}  // namespace gpu::execute
