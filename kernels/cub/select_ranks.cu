// SPDX-License-Identifier: BSD-3-Clause
#include "select_ranks.cuh"

template int gpu::cub_kernels::select_ranks<std::uint8_t>(workspace&, const ranks_request&);
template int gpu::cub_kernels::select_ranks<std::uint16_t>(workspace&, const ranks_request&);
template int gpu::cub_kernels::select_ranks<std::uint32_t>(workspace&, const ranks_request&);
template int gpu::cub_kernels::select_ranks<std::uint64_t>(workspace&, const ranks_request&);
