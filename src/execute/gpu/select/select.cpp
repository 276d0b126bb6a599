// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/select/select.hpp"

#include "cuda/copy.hpp"
#include "execute/gpu/executor.hpp"
#include "execute/gpu/launch.hpp"

namespace gpu::execute {

void select_on_gpu(operation& work, const select_places& places) {
  const graph::kernel& elements = work.elements();
  if (element_count(elements.extents) == 0) {
    fill_bytes(places.count, elements.where, 0, sizeof(*places.count), work.stream());
    return run_on_gpu(elements);  // which finds mistakes in what a user wrote
  }
  const select_plan plan = plan_select(elements, properties(elements.where));
  const loaded_kernel& kernel = find_kernel(elements, plan.options);
  launch(plan, kernel, work, [&](argument_writer& out, const workspace& memory) {
    write_arguments(out, elements, plan, places, memory.zeroed);
  });
}

}  // namespace gpu::execute
