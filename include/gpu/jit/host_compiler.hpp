// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/jit/program.hpp>

namespace gpu {

/// The address of the `extern "C"` function `program.name`, compiled by the machine's own C++
/// compiler: $GPU_NDARRAY_CXX, $CXX, c++, g++ or clang++. Cached in memory and on disk as kernels
/// are; the function lives as long as the process.
///
/// @throws compile_error      with the compiler's log under the numbered lines that it names
/// @throws library_not_found  if the machine has no compiler: says which were tried
[[nodiscard]] void* load_host_function(const program& program);

}  // namespace gpu
