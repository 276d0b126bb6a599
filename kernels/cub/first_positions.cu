// SPDX-License-Identifier: BSD-3-Clause
#include "first_positions.cuh"

template int gpu::cub_kernels::first_positions<std::uint8_t>(workspace&, const positions_request&);
template int gpu::cub_kernels::first_positions<std::uint16_t>(workspace&, const positions_request&);
template int gpu::cub_kernels::first_positions<std::uint32_t>(workspace&, const positions_request&);
template int gpu::cub_kernels::first_positions<std::uint64_t>(workspace&, const positions_request&);
