// SPDX-License-Identifier: BSD-3-Clause
#include "execute/apply_at.hpp"

#include "execute/gpu/scatter/apply_at.hpp"
#include "execute/host/apply_at.hpp"

namespace gpu::execute {

bool apply_at(const at_update& update) {
  return update.target->where->is_cpu() ? apply_at_on_host(update) : apply_at_on_gpu(update);
}

}  // namespace gpu::execute
