// SPDX-License-Identifier: BSD-3-Clause
#include "radix_sort.cuh"

template int gpu::cub_kernels::radix_sort<std::uint16_t>(workspace&, const sort_request&);
