// SPDX-License-Identifier: BSD-3-Clause
#include "short_rows.cuh"

template int gpu::cub_kernels::sort_short_rows<std::uint32_t>(stream_handle, const rows_request&,
                                                              void*);
template int gpu::cub_kernels::order_short_rows<std::uint32_t>(stream_handle, const rows_request&,
                                                               void*, int);
