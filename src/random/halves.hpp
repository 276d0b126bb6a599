// SPDX-License-Identifier: BSD-3-Clause
// What counts of outcomes are split with, along the last axis: those of all outcomes into those of
// two halves, these into halves again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <gpu/array/manipulation.hpp>
#include <gpu/array/manipulation/joining.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/array/ufunc/operators.hpp>

namespace gpu::random::detail {

[[nodiscard]] inline shape with_last(shape extents, std::ptrdiff_t last) {
  extents.push_back(last);
  return extents;
}

/// Counts in pairs of outcomes as those of their first halves, and of their second ones, which have
/// the rest.
[[nodiscard]] inline ndarray<std::int64_t> joined_halves(const ndarray<std::int64_t>& whole,
                                                         const expression<std::int64_t>& first) {
  shape halves = whole.shape();
  halves[halves.size() - 1] *= 2;
  const expression<std::int64_t> second(whole - first);
  return reshape(stack(std::vector{first, second}, -1), halves);
}

}  // namespace gpu::random::detail
