// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include <gpu/cuda/device.hpp>

#include "bounded.hpp"
#include "program.hpp"
#include "run.hpp"

namespace gpu::fuzz {

/// What is wrong with the library's values of `work`, in words; empty if nothing is.
///
/// Op by op, fused, and all roots fused together are compared bit for bit on `where`, but for nans,
/// which are all the same. On `cpu()` they are compared so with the naive evaluation. On a GPU
/// every step is computed again on the host, from what the GPU gave for its operands: by twice the
/// op's error the two may differ where all operands are within its domain or not finite, and at
/// will elsewhere, unless the op is exact.
///
/// Of a program with reductions or scans each step is compared with the naive evaluation of what
/// the library gave for its operands, and the roots, fused and fused together, with that of the
/// whole: within what the order of the elements may cost. Fused a second time they have the same
/// bits.
/// @param counts  grows by the elements of reductions that were compared
/// @param only    of fused and fused together this one alone, and reductions not op by op: a kernel
///                or two less to compile
[[nodiscard]] std::string check(const program& work, device where, tally* counts = nullptr,
                                std::optional<manner> only = std::nullopt);

}  // namespace gpu::fuzz
