// SPDX-License-Identifier: BSD-3-Clause
#include "functor_part.hpp"

template void gpu::fuzz::append_part<3>(std::vector<gpu::fuzz::op_entry>&);
