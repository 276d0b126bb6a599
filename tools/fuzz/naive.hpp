// SPDX-License-Identifier: BSD-3-Clause
// The plainest evaluation: one step after the other, one element after the other. Shares no code
// with the library but the functors of exact ops, and, of the others, host loops of one element: on
// a CPU their functors have other code than their loops.
#pragma once

#include <vector>

#include "host_value.hpp"
#include "program.hpp"

namespace gpu::fuzz {

/// The value of step `number`, given those of the steps before; for a step that changes an array,
/// the array's new elements. Scalars have no value here.
[[nodiscard]] host_value naive_step(const program& work, std::size_t number,
                                    const std::vector<host_value>& values);

/// The values of all steps; arrays as they are in the end.
[[nodiscard]] std::vector<host_value> naive(const program& work);

}  // namespace gpu::fuzz
