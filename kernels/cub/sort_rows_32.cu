// SPDX-License-Identifier: BSD-3-Clause
#include "sort_rows.cuh"

template int gpu::cub_kernels::sort_rows<std::uint32_t>(workspace&, const sort_request&);
