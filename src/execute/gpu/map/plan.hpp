// SPDX-License-Identifier: BSD-3-Clause
// Which variant of a kernel is launched, over which iteration space.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/iteration.hpp"
#include "execute/gpu/arguments.hpp"
#include "execute/gpu/launch_plan.hpp"
#include "graph/emit/variant.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

struct map_plan;

/// How a skeleton of this family is given its arguments: its head, the operands, and the body.
struct map_arguments {
  /// Writes the axes, as the skeleton's struct in kernels/abi.hpp has them.
  void (*write_head)(index_writer& out, const map_plan& plan);
  /// How many strides an operand has: those along the first axes.
  std::size_t (*stride_count)(const map_plan& plan, const graph::kernel& work, std::size_t operand);
};
/// A stride for each axis.
[[nodiscard]] std::size_t stride_of_each_axis(const map_plan& plan, const graph::kernel& work,
                                              std::size_t operand);

struct map_plan : launch_plan {
  const map_arguments* arguments = nullptr;  ///< the skeleton's
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

/// The arguments of the launch.
void write_arguments(argument_writer& out, const graph::kernel& work, const map_plan& plan);

/// How many bytes the launch itself is given.
[[nodiscard]] std::size_t argument_bytes(const graph::kernel& work, const map_plan& plan);

/// The largest power of two, at most `vector`, of elements of `bytes` each that `address` is
/// aligned to; 0 if not even to one.
[[nodiscard]] constexpr int aligned_vector(int vector, std::size_t bytes, std::uintptr_t address) {
  while (vector > 0 && address % (static_cast<std::size_t>(vector) * bytes) != 0) vector /= 2;
  return vector;
}

/// Bytes of the widest element of the arrays that `work` reads and writes.
[[nodiscard]] int widest_element(const graph::kernel& work) noexcept;

/// Elements of one access if every operand is aligned.
[[nodiscard]] int max_vector_width(const graph::kernel& work, int widest_bytes) noexcept;

/// Whether a step shares work between neighbours: kernels::functor_info.
[[nodiscard]] bool has_runs(const graph::kernel& work) noexcept;

/// The same where all indices are those of the elements.
[[nodiscard]] bool may_have_runs(const graph::kernel& work);

/// The neighbours that share it: as many results of such a step as have 32 bytes, or more if they
/// are narrower than a number of 4 bytes; 0 without one.
[[nodiscard]] int run_length(const graph::kernel& work) noexcept;

/// Whether a step computes what a user wrote.
[[nodiscard]] bool has_user_text(const graph::kernel& work) noexcept;

/// Whether the body may be computed for elements that do not exist: never so that text of users,
/// which may do anything, a gather or a check of indices sees what is no element.
[[nodiscard]] bool may_compute_beyond(const graph::kernel& work) noexcept;

}  // namespace gpu::execute
