// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Before a loop that is to become vector instructions, whose iterations are independent. GCC would
/// write out a short one first, element by element, and then not find the vectors.
#if defined(__GNUC__) && !defined(__clang__)
#define GPU_VECTOR_LOOP _Pragma("GCC ivdep") _Pragma("GCC unroll 1")
#else
#define GPU_VECTOR_LOOP
#endif
