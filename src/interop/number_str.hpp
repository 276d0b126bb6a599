// SPDX-License-Identifier: BSD-3-Clause
// Numbers as Python's `str` writes them.
#pragma once

#include <string>

#include <gpu/core/dtype.hpp>

namespace gpu::detail {

/// Appends the element of `type` at `element`: "True", "-3", "1e-05", "(1+2j)". Those with a
/// fraction have the fewest digits that tell them from other doubles.
void append_number(std::string& to, dtype type, const void* element);

/// A number of the floating-point dtype `type` as `str` writes NumPy's scalars: "0.1", "1e+06" of
/// float32. It has the fewest digits that tell it from others of `type`.
[[nodiscard]] std::string scalar_str(double value, dtype type);

}  // namespace gpu::detail
