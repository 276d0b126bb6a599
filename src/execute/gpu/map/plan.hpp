// SPDX-License-Identifier: BSD-3-Clause
// Which variant of a kernel is launched, over which iteration space.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <gpu/core/iteration.hpp>

#include "execute/gpu/launch_plan.hpp"
#include "graph/emit/variant.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

struct map_plan : launch_plan {
  /// Operands are the outputs, then the arguments. The axes are those of the skeleton: rows: the
  /// last is the row; tiled: the last two are the tile's rows and columns; interleaved: the last
  /// two are the channels and the items.
  iteration space;
  std::ptrdiff_t size = 0;    ///< elements
  std::ptrdiff_t nearer = 1;  ///< tiled: matrices closer together than the rows of one
};

/// The variant for `work`: the contiguous one if there are no elements. Looks at addresses only for
/// how memory is accessed; what has no memory yet counts as aligned.
[[nodiscard]] map_plan plan_map(const graph::kernel& work);

/// The largest power of two, at most `vector`, of elements of `bytes` each that `address` is
/// aligned to; 0 if not even to one.
[[nodiscard]] constexpr int aligned_vector(int vector, std::size_t bytes, std::uintptr_t address) {
  while (vector > 0 && address % (static_cast<std::size_t>(vector) * bytes) != 0) vector /= 2;
  return vector;
}

/// Parameters of a contiguous launch whose operands are aligned to `vector` elements.
[[nodiscard]] graph::variant contiguous_variant(std::size_t instructions, std::ptrdiff_t size,
                                                int vector, int widest_bytes) noexcept;

/// Bytes of the widest element of the arrays that `work` reads and writes.
[[nodiscard]] int widest_element(const graph::kernel& work) noexcept;

/// Elements of one access if every operand is aligned.
[[nodiscard]] int max_vector_width(const graph::kernel& work, int widest_bytes) noexcept;

/// Whether a step shares work between neighbours: kernels::functor_info.
[[nodiscard]] bool has_runs(const graph::kernel& work) noexcept;

/// The neighbours that share it: as many results of such a step as have 32 bytes, or more if they
/// are narrower than a number of 4 bytes; 0 without one.
[[nodiscard]] int run_length(const graph::kernel& work) noexcept;

/// Whether a step computes what a user wrote.
[[nodiscard]] bool has_user_text(const graph::kernel& work) noexcept;

/// Whether a contiguous kernel must end exactly at `size`. Else its last access may go beyond: only
/// to memory of the operands' blocks that has no meaning but may be read, and never so that text of
/// users, which may do anything, a gather or a check of indices sees what is no element.
/// @param addresses  of the first elements of the operands; 0 if one is not accessed
[[nodiscard]] bool needs_tail(const graph::kernel& work, int vector, std::ptrdiff_t size,
                              std::span<const std::uintptr_t> addresses) noexcept;

/// The elements that a contiguous kernel is told to compute.
[[nodiscard]] constexpr std::ptrdiff_t contiguous_size(const graph::variant& options,
                                                       std::ptrdiff_t size) noexcept {
  return options.tail ? size : (size + options.vector - 1) / options.vector * options.vector;
}

[[nodiscard]] unsigned contiguous_blocks(const graph::variant& options,
                                         std::ptrdiff_t size) noexcept;

}  // namespace gpu::execute
