// SPDX-License-Identifier: BSD-3-Clause
// A user's kernel in a launch, or a host loop, of its own.
#include <algorithm>
#include <limits>

#include <gpu/array/indexing/access.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>

#include "array/user_kernel/arguments.hpp"
#include "array/user_kernel/call.hpp"
#include "core/append_axis.hpp"
#include "cuda/copy.hpp"
#include "execute/gpu/launch.hpp"
#include "execute/operation.hpp"
#include "jit/cache.hpp"
#include "jit/host_compiler.hpp"

namespace gpu::user_kernels {

using graph::leaf_ptr;
using graph::node_ptr;

namespace {

/// The array of one parameter; null for numbers.
struct placed_operand {
  leaf_ptr leaf;
  layout place;  ///< of a non-raw operand: broadcast to the loop
};

/// New memory with the elements of `value`.
leaf_ptr copied(const node_ptr& value, device where) {
  leaf_ptr leaf = detail::uninitialised_leaf(value->type, value->extents, where);
  if (element_count(value->extents) > 0) execute::assign(value, leaf);
  return leaf;
}

leaf_ptr new_output(const kernel_call& call, std::size_t k) {
  leaf_ptr leaf = detail::uninitialised_leaf(call.uses[k].type, call.extents, call.where);
  if (!call.kernel.parameter(k).raw) return leaf;
  const execute::operation fill(call.where);
  fill_bytes(fill.output(*leaf), call.where, 0, leaf->block->size_bytes(), fill.stream());
  return leaf;
}

placed_operand place(const kernel_call& call, std::size_t k) {
  if (call.uses[k].scalar) return {};
  placed_operand result;
  if (k >= call.operands.size())
    result.leaf = new_output(call, k);
  else if (call.kernel.parameter(k).writable)
    result.leaf = copied(call.operands[k].node, call.where);
  else
    result.leaf = in_memory(call.operands[k].node, call.where);
  result.place = result.leaf->placement();
  if (!call.kernel.parameter(k).raw) result.place = broadcast(result.place, call.extents);
  return result;
}

/// The axes of the loop in C order, as few as the operands allow unless they are to be kept. The
/// flat index stays that of the whole shape.
shape merge_axes(const kernel_call& call, std::vector<placed_operand>& operands) {
  std::vector<layout*> places;
  for (std::size_t k = 0; k < operands.size(); ++k)
    if (operands[k].leaf && !call.kernel.parameter(k).raw) places.push_back(&operands[k].place);
  if (!call.kernel.options.reduce_dims) return call.extents;
  iteration loop;
  loop.strides.resize(places.size());
  for (std::size_t axis = 0; axis < call.extents.size(); ++axis) {
    if (call.extents[axis] == 1) continue;
    std::vector<std::ptrdiff_t> strides;
    for (const layout* place : places) strides.push_back(place->strides[axis]);
    append_axis(loop, call.extents[axis], strides);
  }
  for (std::size_t k = 0; k < places.size(); ++k) places[k]->strides = loop.strides[k];
  return loop.extents;
}

void add_operand(argument_words& words, const kernel_call& call, std::size_t k,
                 const placed_operand& operand) {
  if (call.uses[k].scalar) {
    const auto& number = static_cast<const graph::scalar_node&>(*call.operands[k].node);
    const node_ptr value = graph::make_cast(node_ptr(&number), text_type(number.type));
    words.add_bytes(static_cast<const graph::scalar_node&>(*value).bytes, size_bytes(value->type));
    return;
  }
  if (call.kernel.parameter(k).raw) return words.add_raw(*operand.leaf);
  words.add_address(*operand.leaf);
  words.add(operand.place.strides);
}

void launch_on_device(const kernel_call& call, const program& code, const argument_words& words,
                      std::ptrdiff_t size, const std::vector<placed_operand>& operands) {
  const kernel_ref kernel = load_kernel(code, call.where);
  if (size == 0) return;
  const execute::operation work(call.where);
  for (std::size_t k = 0; k < operands.size(); ++k) {
    if (!operands[k].leaf) continue;
    memory_block& block = *operands[k].leaf->block;
    if (call.kernel.parameter(k).writable)
      work.add_output(block);
    else
      work.add_input(block);
  }
  const int block = call.options.block_size.value_or(128);
  const std::ptrdiff_t blocks =
      std::min<std::ptrdiff_t>(std::numeric_limits<int>::max(), (size + block - 1) / block);
  launch_config config;
  config.grid[0] = static_cast<unsigned>(blocks);
  config.block[0] = static_cast<unsigned>(block);
  execute::launch(kernel, config, work, words.data(), words.size_bytes());
}

}  // namespace

void* load_for_host(const kernel_source& kernel, const program& program, const refusal& reason) {
  try {
    return load_host_function(program);
  } catch (const library_not_found& missing) {
    throw library_not_found(
        text_of("kernel '", kernel.name, "' has ", reason.construct,
                reason.line > 0 ? text_of(" in line ", reason.line) : std::string(),
                ", which cpu() can run only with the help of a C++ compiler. ", missing.what()));
  }
}

std::vector<node_ptr> run_loop(const kernel_call& call, const refusal& reason) {
  std::optional<stream_guard> guard;
  if (call.options.stream) guard.emplace(*call.options.stream);
  std::vector<placed_operand> operands;
  for (std::size_t k = 0; k < call.uses.size(); ++k) operands.push_back(place(call, k));
  const shape extents = merge_axes(call, operands);
  const std::ptrdiff_t size = element_count(call.extents);
  argument_words words;
  words.add(size);
  words.add(extents);
  words.add(extents);
  for (std::size_t k = 0; k < operands.size(); ++k) add_operand(words, call, k, operands[k]);
  const bool on_host = call.where.is_cpu();
  const program code = loop_program(call.kernel, call.uses, extents.size(), on_host);
  if (on_host) {
    void* const function = load_for_host(call.kernel, code, reason);
    if (size > 0) reinterpret_cast<void (*)(const void*)>(function)(words.data());
  } else {
    launch_on_device(call, code, words, size, operands);
  }
  std::vector<node_ptr> results;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    node_ptr value(operands[k].leaf.get());
    if (k >= call.kernel.in.size())
      results.push_back(std::move(value));
    else if (call.kernel.in[k].writable)
      call.operands[k].write(call.operands[k].target, std::move(value));
  }
  return results;
}

}  // namespace gpu::user_kernels
