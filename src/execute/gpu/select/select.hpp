// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "execute/gpu/select/plan.hpp"
#include "execute/operation.hpp"

namespace gpu::execute {

/// Writes the elements where a mask holds, in C order, one after the other; and how many they are.
/// The mask is the first fused operand of `work`, the elements are the second one. Without that
/// their positions in C order are written, int64.
/// @throws compile_error, library_not_found, cuda_error, out_of_memory
void select_on_gpu(operation& work, const select_places& places);

}  // namespace gpu::execute
