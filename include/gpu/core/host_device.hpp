// SPDX-License-Identifier: BSD-3-Clause
// `GPU_HD` marks what both compilers read: the host's, and NVRTC.
#pragma once

#ifdef __CUDACC_RTC__
#define GPU_HD __host__ __device__ __forceinline__
#elif defined(__GNUC__)
/// Always inlined: the loops are compiled for several instruction sets, and no copy may be shared.
#define GPU_HD [[gnu::always_inline]] inline
#else
#define GPU_HD inline
#endif
