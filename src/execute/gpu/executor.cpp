// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/executor.hpp"

#include <functional>
#include <limits>

#include "execute/gpu/launch.hpp"
#include "execute/gpu/launch_cache.hpp"
#include "execute/gpu/map/contiguous.hpp"
#include "execute/gpu/skeleton_families.hpp"
#include "execute/gpu/tuning.hpp"
#include "execute/operation.hpp"

namespace gpu::execute {

void run_on_gpu(const graph::kernel& work) {
  const known_launch& known = find_launch(work);
  if (known.plan->grid == 0) return;
  const auto write = [&](argument_writer& out, const workspace& memory) {
    family_of(work).write_arguments(out, work, *known.plan, memory);
  };
  launch(*known.plan, *known.kernel, operation(work), std::ref(write));
}

bool run_on_gpu(const contiguous_expression& read) {
  constexpr std::ptrdiff_t most = std::numeric_limits<std::int32_t>::max() - tuning::index_margin;
  if (read.size() > most) return false;
  const known_launch& known = find_launch(read);
  if (known.kernel == nullptr) return false;
  const operation work(*read.target().where);
  for (const graph::leaf_node* leaf : read.leaves()) work.add_input(*leaf->block);
  work.add_output(*read.target().block);
  const auto write = [&](argument_writer& out, const workspace&) {
    write_arguments(out, read, known.plan->options);
  };
  launch(*known.plan, *known.kernel, work, std::ref(write));
  return true;
}

}  // namespace gpu::execute
