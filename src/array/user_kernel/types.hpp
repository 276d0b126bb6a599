// SPDX-License-Identifier: BSD-3-Clause
// Which dtypes the parameters of a user kernel have in one call.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <gpu/core/promotion.hpp>

#include "array/user_kernel/parameters.hpp"

namespace gpu::user_kernels {

/// The dtypes of all parameters, inputs first. Given outputs bind placeholders first, then input
/// arrays, then scalars; arrays are never cast.
///
/// @param inputs   one for each input; weak ones are C++ scalars
/// @param outputs  of the given outputs; empty if none is given
/// @throws dtype_error  "Type is mismatched. NAME GOT WANTED [PLACEHOLDER]", or if nothing binds a
///                      placeholder
[[nodiscard]] std::vector<dtype> resolve_types(std::string_view kernel,
                                               std::span<const kernel_parameter> in,
                                               std::span<const kernel_parameter> out,
                                               std::span<const operand_type> inputs,
                                               std::span<const dtype> outputs);

}  // namespace gpu::user_kernels
