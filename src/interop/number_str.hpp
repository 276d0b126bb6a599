// SPDX-License-Identifier: BSD-3-Clause
// Numbers as Python's `str` writes them.
#pragma once

#include <string>

#include <gpu/core/dtype.hpp>

namespace gpu::detail {

/// Appends the element of `type` at `element`: "True", "-3", "1e-05", "(1+2j)". Those with a
/// fraction have the fewest digits that tell them from other doubles.
void append_number(std::string& to, dtype type, const void* element);

}  // namespace gpu::detail
