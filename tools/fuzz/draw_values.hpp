// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <random>
#include <vector>

#include <gpu/core/dtype.hpp>

namespace gpu::fuzz {

/// `count` elements: small numbers, uniform ones, any bits, special and extreme values.
[[nodiscard]] std::vector<std::byte> draw_values(dtype type, std::size_t count,
                                                 std::mt19937_64& random);

/// The same, half of them special and extreme values, which meet in every combination.
[[nodiscard]] std::vector<std::byte> draw_edges(dtype type, std::size_t count,
                                                std::mt19937_64& random);

/// As `draw_values`, but mostly such as have sums: of one scale or many, near 1, with few special
/// ones.
[[nodiscard]] std::vector<std::byte> draw_summands(dtype type, std::size_t count,
                                                   std::mt19937_64& random);

/// One number, as small or extreme; an integer is one that `bound`, if it is an integer dtype,
/// holds.
[[nodiscard]] std::vector<std::byte> draw_scalar(dtype type, dtype bound, std::mt19937_64& random);

}  // namespace gpu::fuzz
