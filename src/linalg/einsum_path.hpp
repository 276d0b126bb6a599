// SPDX-License-Identifier: BSD-3-Clause
// In which order `einsum` multiplies its operands.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "linalg/einsum_subscripts.hpp"

namespace gpu::linalg::detail {

/// Products of two factors, one after the other. The numbers are places in the list of the factors
/// that are there; both leave it, and the product comes to its end. The first is the lesser one.
using contraction_path = std::vector<std::pair<std::size_t, std::size_t>>;

struct contraction {
  contraction_path path;
  double products = 0;        ///< of elements
  double naive_products = 0;  ///< if all operands were multiplied at once
  double largest = 0;         ///< elements of the largest product of two factors
};

/// The path with the fewest products of elements: the least of all for up to 8 operands, found by
/// dynamic programming over sets of operands; of more the cheapest pair comes first, and so on.
[[nodiscard]] contraction cheapest_path(const einsum_labels& labels,
                                        std::span<const shape> operands);

}  // namespace gpu::linalg::detail
