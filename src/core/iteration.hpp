// SPDX-License-Identifier: BSD-3-Clause
// The iteration space of a kernel: as few axes as its operands allow, outermost first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <gpu/core/layout.hpp>

namespace gpu {

/// The iteration space of several operands of one shape. Axes of extent 1 are gone, neighbours that
/// every operand allows to be merged are one, the first operand (the output) is visited in the
/// order of its memory, forwards.
struct iteration {
  shape extents;                        ///< empty for a single element
  std::vector<std::ptrdiff_t> offsets;  ///< of each operand's first element, in elements
  std::vector<shape> strides;           ///< of each operand, one for each extent

  [[nodiscard]] std::size_t rank() const noexcept { return extents.size(); }
};

/// The iteration space of `operands`, all of the same extents and not empty.
[[nodiscard]] iteration plan_iteration(std::span<const layout* const> operands);

/// The same in the order of `leader`'s memory, in the memory that `space` has: the space of an
/// earlier call is made this one's.
/// @param apart  axes whose bits are set merge with each other alone
/// @returns      bits of the axes of the space that these have become
std::uint64_t plan_iteration(iteration& space, std::span<const layout* const> operands,
                             const layout& leader, std::uint64_t apart = 0);

/// Whether 32-bit signed integers hold every index and every offset of the space, with `margin`
/// elements to spare.
[[nodiscard]] bool fits_32_bits(const iteration& space, std::ptrdiff_t margin) noexcept;

/// Whether two layouts within one block may touch a common element. Compares bounds only: may say
/// yes for interleaved ones.
[[nodiscard]] bool may_overlap(const layout& a, const layout& b) noexcept;

}  // namespace gpu
