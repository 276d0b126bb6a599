// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace gpu::standard_functions {

/// What derives from it finds the functions of this namespace by its type:
/// ufunc/standard_functions.hpp.
struct argument {};

}  // namespace gpu::standard_functions
