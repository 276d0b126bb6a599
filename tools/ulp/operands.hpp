// SPDX-License-Identifier: BSD-3-Clause
// The operands of a loop: all that there are, or drawn ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <gpu/core/dtype.hpp>
#include <gpu/core/op_info.hpp>

namespace gpu::ulp {

/// One column of elements for each operand.
using columns = std::vector<std::vector<std::byte>>;

/// The numbers of 16 or 32 bits whose bits are first, first + stride, and so on; `count` of them.
[[nodiscard]] columns strided(dtype type, std::uint64_t first, std::uint64_t stride,
                              std::size_t count);

/// Those at `rows` of such a column.
[[nodiscard]] columns strided(dtype type, std::uint64_t first, std::uint64_t stride,
                              const std::vector<std::int64_t>& rows);

/// Half of them inside `domain`, small magnitudes among them, half of them any numbers; complex
/// ones all inside the square around 0 that holds `domain`.
[[nodiscard]] columns drawn(dtype type, std::size_t operands, interval domain, std::uint64_t seed,
                            std::size_t count);

/// Whether the operand at `position` of each column is in the domain, or is no finite number.
[[nodiscard]] bool inside(dtype type, const columns& operands, interval domain,
                          std::size_t position);

}  // namespace gpu::ulp
