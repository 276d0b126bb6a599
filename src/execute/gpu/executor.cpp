// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/executor.hpp"

#include <functional>

#include <gpu/cuda/memory_block.hpp>

#include "execute/gpu/launch.hpp"
#include "execute/gpu/launch_cache.hpp"
#include "execute/gpu/skeleton_families.hpp"

namespace gpu::execute {

void order_operands(const graph::kernel& work, stream_ref stream) {
  for (const graph::kernel_argument& argument : work.arguments)
    if (const graph::leaf_node* leaf = leaf_of(argument)) order_before_read(*leaf->block, stream);
  for (const graph::kernel_output& output : work.outputs)
    if (output.target->block) order_before_write(*output.target->block, stream);
}

void run_on_gpu(const graph::kernel& work) {
  const known_launch& known = find_launch(work);
  if (known.plan->grid == 0) return;
  const stream_ref stream = current_stream(work.where);
  order_operands(work, stream);
  const auto write = [&](argument_writer& out, const workspace& memory) {
    family_of(work).write_arguments(out, work, *known.plan, memory);
  };
  launch(*known.plan, *known.kernel, stream, std::ref(write));
}

bool run_on_gpu(const contiguous_expression& read) {
  const known_launch& known = find_launch(read);
  if (known.kernel == nullptr) return false;
  const stream_ref stream = current_stream(*read.target().where);
  for (const graph::leaf_node* leaf : read.leaves()) order_before_read(*leaf->block, stream);
  order_before_write(*read.target().block, stream);
  const auto write = [&](argument_writer& out, const workspace&) {
    write_arguments(out, read, known.plan->how);
  };
  launch(*known.plan, *known.kernel, stream, std::ref(write));
  return true;
}

}  // namespace gpu::execute
