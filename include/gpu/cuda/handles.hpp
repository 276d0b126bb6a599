// SPDX-License-Identifier: BSD-3-Clause
// The driver's opaque handles, so that public headers need no CUDA header.
#pragma once

struct CUevent_st;
struct CUkern_st;
struct CUlib_st;
struct CUstream_st;

namespace gpu {

using event_handle = CUevent_st*;
using kernel_handle = CUkern_st*;
using library_handle = CUlib_st*;
using stream_handle = CUstream_st*;

}  // namespace gpu
