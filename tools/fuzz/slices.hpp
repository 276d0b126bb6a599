// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <gpu/core/slice.hpp>

#include "program.hpp"

namespace gpu::fuzz {

/// What a user would write between brackets.
[[nodiscard]] inline std::vector<slice> slices_of(const std::vector<taken_range>& ranges) {
  std::vector<slice> slices;
  for (const taken_range& one : ranges) {
    const std::ptrdiff_t stop = one.start + one.count * one.step;
    if (one.dropped)
      slices.emplace_back(one.start);
    else if (one.count == 0)
      slices.push_back(range(one.start, one.start, one.step));
    else if (stop < 0)
      slices.push_back(range(one.start, placeholders::_, one.step));
    else
      slices.push_back(range(one.start, stop, one.step));
  }
  return slices;
}

}  // namespace gpu::fuzz
