// SPDX-License-Identifier: BSD-3-Clause
#include "select_first.cuh"

template int gpu::cub_kernels::select_first<std::uint8_t>(stream_handle, const first_request&);
template int gpu::cub_kernels::select_first<std::uint16_t>(stream_handle, const first_request&);
template int gpu::cub_kernels::select_first<std::uint32_t>(stream_handle, const first_request&);
template int gpu::cub_kernels::select_first<std::uint64_t>(stream_handle, const first_request&);
