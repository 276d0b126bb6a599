// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// `GPU_INDEPENDENT_LOOP` stands before a loop whose iterations are independent, `GPU_VECTOR_LOOP`
/// before one that is to become vector instructions as well: GCC would write out a short one first,
/// element by element, and then not find the vectors.
#if defined(__GNUC__) && !defined(__clang__)
#define GPU_INDEPENDENT_LOOP _Pragma("GCC ivdep")
#define GPU_VECTOR_LOOP _Pragma("GCC ivdep") _Pragma("GCC unroll 1")
#else
#define GPU_INDEPENDENT_LOOP
#define GPU_VECTOR_LOOP
#endif
