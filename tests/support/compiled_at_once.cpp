// SPDX-License-Identifier: BSD-3-Clause
// Part of every test program: kernels are compiled before their first launch, so that what is
// tested, and what the history counts, are the compiled ones. Tests of the others say so, and
// GPU_NDARRAY_ASSEMBLE=1 in the environment runs all tests with them.
#include <cstdlib>

namespace {

[[maybe_unused]] const int done = ::setenv("GPU_NDARRAY_ASSEMBLE", "0", 0);

}  // namespace
