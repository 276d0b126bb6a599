// SPDX-License-Identifier: BSD-3-Clause
#include "array/user_kernel/call.hpp"

#include <algorithm>
#include <map>

#include <gpu/core/broadcast.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>

#include "array/user_kernel/arithmetic.hpp"
#include "array/user_kernel/types.hpp"
#include "core/fork.hpp"

namespace gpu::user_kernels {
namespace {

void check_count(const kernel_source& kernel, std::size_t given) {
  const std::size_t in = kernel.in.size();
  const std::size_t all = kernel.parameter_count();
  if (given == in || given == all) return;
  throw value_error(text_of("Wrong number of arguments for '", kernel.name, "'. It must be either ",
                            in, " or ", all, " (with outputs), but given ", given, "."));
}

/// The translator calls itself for each level, and so do compilers.
void check_nesting(const kernel_source& kernel) {
  if (kernel.nesting.depth <= max_nesting) return;
  throw compile_error(text_of("kernel '", kernel.name, "': parentheses, brackets and braces nest ",
                              kernel.nesting.depth, " deep in line ", kernel.nesting.line,
                              "; the limit is ", max_nesting),
                      {}, kernel.operation);
}

void check_outputs(const kernel_source& kernel, std::span<const kernel_operand> operands) {
  for (std::size_t k = kernel.in.size(); k < operands.size(); ++k)
    if (operands[k].write == nullptr)
      throw dtype_error(text_of("Output arguments type must be gpu::ndarray: '",
                                kernel.parameter(k).name, "' cannot be written"));
  for (std::size_t k = 0; k < kernel.in.size(); ++k)
    if (kernel.in[k].writable && operands[k].write == nullptr)
      throw dtype_error(text_of("Output arguments type must be gpu::ndarray: '", kernel.in[k].name,
                                "' is _non_const, but cannot be written"));
  if (kernel.options.no_return && operands.size() == kernel.in.size() && !kernel.out.empty())
    throw value_error(text_of("kernel '", kernel.name,
                              "' returns nothing (no_return): its outputs must be given"));
}

device common_device(std::span<const kernel_operand> operands) {
  std::optional<device> where;
  for (const kernel_operand& operand : operands) {
    if (operand.type.weak || !operand.node->where) continue;
    if (where && *where != *operand.node->where)
      throw device_mismatch(*where, *operand.node->where);
    where = operand.node->where;
  }
  return where ? *where : current_device();
}

/// The shape of the loop, by the rules for `size`.
shape loop_extents(const kernel_call& call) {
  std::vector<const shape*> shapes;
  const std::size_t indexed = call.kernel.reduces ? call.kernel.in.size() : call.operands.size();
  for (std::size_t k = 0; k < indexed; ++k)
    if (!call.operands[k].type.weak && !call.kernel.parameter(k).raw)
      shapes.push_back(&call.operands[k].node->extents);
  const bool sized = call.options.size >= 0;
  if (!shapes.empty() && sized)
    throw value_error("Specified 'size' can be used only if all of the ndarray are 'raw'.");
  if (shapes.empty() && !sized) throw value_error("Loop size is undecided.");
  const shape extents = sized ? shape{call.options.size} : broadcast_shapes(shapes);
  if (!call.kernel.reduces) require_output_shapes(call, extents);
  for (const kernel_parameter& output : call.kernel.out)
    if (output.raw && !call.outputs_given() && !sized)
      throw value_error("Output array size is Undecided");
  return extents;
}

}  // namespace

void require_output_shapes(const kernel_call& call, const shape& extents) {
  for (std::size_t k = call.kernel.in.size(); k < call.operands.size(); ++k) {
    const shape& given = call.operands[k].node->extents;
    if (!call.kernel.parameter(k).raw && given != extents)
      throw shape_error(
          text_of("Out shape is mismatched: ", given, " for a result of shape ", extents));
  }
}

kernel_call resolve_call(const kernel_source& kernel, const launch_options& options,
                         std::span<kernel_operand> operands) {
  check_count(kernel, operands.size());
  check_nesting(kernel);
  if (options.block_size && *options.block_size <= 0)
    throw value_error(text_of("block_size must be greater than zero, not ", *options.block_size));
  check_outputs(kernel, operands);
  std::vector<operand_type> inputs;
  std::vector<dtype> outputs;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    if (k < kernel.in.size())
      inputs.push_back(operands[k].type);
    else
      outputs.push_back(operands[k].type.type);
  }
  const std::vector<dtype> types =
      resolve_types(kernel.name, kernel.in, kernel.out, inputs, outputs);
  kernel_call call{kernel, options, operands, {}, {}, common_device(operands)};
  for (std::size_t k = 0; k < types.size(); ++k) {
    parameter_use use{types[k]};
    const bool given = k < operands.size();
    use.scalar = given && operands[k].type.weak;
    use.initialised = given && kernel.parameter(k).writable;
    use.rank = given ? operands[k].node->extents.size() : 1;
    if (use.scalar && kernel.parameter(k).raw)
      throw dtype_error(text_of("raw argument '", kernel.parameter(k).name, "' of kernel '",
                                kernel.name, "' must be an array, not a number"));
    call.uses.push_back(use);
    if (use.scalar) operands[k].node = graph::make_cast(operands[k].node, types[k]);
  }
  call.extents = loop_extents(call);
  if (options.stream && options.stream->device() != call.where)
    throw device_mismatch(options.stream->device(), call.where);
  return call;
}

graph::node_ptr as_output(const graph::node_ptr& value, dtype type, const shape& extents,
                          device where) {
  graph::node_ptr result = graph::make_cast(value, type);
  if (!result->where) {
    // A value that depends on no array is bound to the device by a condition that is always true.
    const graph::node_ptr index = graph::make_flat_index(extents, where);
    const graph::node_ptr operands[] = {binary("==", index, index), result, result};
    result = apply_op("where", operands);
  }
  return graph::make_broadcast(result, extents);
}

std::vector<graph::node_ptr> write_outputs(const kernel_call& call,
                                           std::vector<graph::node_ptr> values) {
  // Several outputs are all complete before the first is written.
  if (values.size() > 1)
    for (graph::node_ptr& value : values)
      value = graph::node_ptr(execute::evaluate(value, call.where).get());
  for (kernel_operand& operand : call.operands) operand.node = nullptr;
  std::vector<graph::node_ptr> written;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const kernel_operand& output = call.operands[call.kernel.in.size() + k];
    output.write(output.target, std::move(values[k]));
  }
  for (std::size_t k = 0; k < values.size(); ++k) {
    const kernel_operand& output = call.operands[call.kernel.in.size() + k];
    if (!call.kernel.options.no_return) written.push_back(output.read(output.target));
  }
  return written;
}

const graph::op_record& recorded(const kernel_source& kernel, std::vector<std::uint8_t> key,
                                 const std::function<const graph::op_record&()>& make) {
  {
    const std::lock_guard lock(kernel.mutex);
    const auto found = kernel.records.find(key);
    if (found != kernel.records.end()) return *found->second;
  }
  const graph::op_record& record = make();
  const std::lock_guard lock(kernel.mutex);
  kernel.records.emplace(std::move(key), &record);
  return record;
}

const graph::op_record& interned_record(const std::string& key,
                                        const std::function<graph::op_record*()>& make) {
  static auto& mutex = *new gpu::detail::fork_safe<std::mutex>;
  static auto& records = *new std::map<std::string, ref_ptr<const graph::op_record>>;
  {
    const std::lock_guard lock(mutex);
    const auto found = records.find(key);
    if (found != records.end()) return *found->second;
  }
  const ref_ptr<const graph::op_record> made(make());
  const std::lock_guard lock(mutex);
  return *records.emplace(key, made).first->second;
}

}  // namespace gpu::user_kernels
