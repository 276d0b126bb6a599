// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/execute/apply_at.hpp>

#include "gpu_apply_at.hpp"
#include "host_apply_at.hpp"

namespace gpu::execute {

bool apply_at(const at_update& update) {
  return update.target->where->is_cpu() ? apply_at_on_host(update) : apply_at_on_gpu(update);
}

}  // namespace gpu::execute
