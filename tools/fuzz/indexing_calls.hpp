// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "calls.hpp"

namespace gpu::fuzz {

/// What `fuzz_indexing` calls: all of the lists below.
[[nodiscard]] const std::vector<call_kind>& indexing_calls();

/// Slices, integers, arrays of integers and masks between brackets, to read and to write.
extern const std::vector<call_kind> view_calls;
/// `take`, `put` and their like, and choices among arrays.
extern const std::vector<call_kind> gather_calls;
/// Arrays joined, repeated, padded, rearranged and taken apart.
extern const std::vector<call_kind> joining_calls;
/// What reads joined arrays.
extern const std::vector<call_kind> joined_calls;
/// Elements sorted, searched and counted once.
extern const std::vector<call_kind> sorting_calls;

}  // namespace gpu::fuzz
