// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <gpu/graph/node.hpp>

namespace gpu::random::detail {

/// Up to so many words are ordered by `order_of_words`.
inline constexpr std::ptrdiff_t max_ordered_words = std::ptrdiff_t{1} << 32;

/// `argsort` of a vector of random words on the host: its values, in less time.
[[nodiscard]] graph::leaf_ptr order_of_words(const graph::leaf_ptr& words);

}  // namespace gpu::random::detail
