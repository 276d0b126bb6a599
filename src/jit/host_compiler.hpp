// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/program.hpp"

namespace gpu {

/// The address of the `extern "C"` function `program.name`, compiled by the machine's own C++
/// compiler: $GPU_NDARRAY_CXX; if that is unset $CXX, c++, g++ or clang++. Cached in memory and on
/// disk as kernels are; the function lives as long as the process.
///
/// @throws compile_error      with the compiler's log under the numbered lines that it names
/// @throws library_not_found  if the machine has no compiler, or not the one that $GPU_NDARRAY_CXX
///                            names: says which were tried
/// @throws value_error        as `load_kernel`
[[nodiscard]] void* load_host_function(const program& program);

}  // namespace gpu
