// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/user_kernel/elementwise_kernel.hpp>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "array/user_kernel/call.hpp"

namespace gpu {

void detail::throw_not_one_value() {
  throw value_error(
      "this kernel has several outputs, or returns none: take one of its results with get<T>(k)");
}

any_expression kernel_results::operator[](std::size_t position) const {
  if (position >= size_)
    throw index_error(text_of("index ", position, " is out of bounds for ", size_, " results"));
  return any_expression(size_ == 1 ? node() : values_[position]);
}

void kernel_results::require_size(std::size_t wanted) const {
  if (wanted != size_)
    throw value_error(text_of("the kernel has ", size_, " results, not ", wanted));
}

namespace user_kernels {

using graph::node_ptr;

namespace {

/// `i` over the loop.
node_ptr index_of(const kernel_call& call) {
  return graph::make_flat_index(call.extents, call.where);
}

/// The inputs of `element_function`.
std::vector<node_ptr> element_operands(const kernel_call& call) {
  std::vector<node_ptr> operands;
  for (const kernel_operand& operand : call.operands) operands.push_back(operand.node);
  if (call.kernel.uses_index) operands.push_back(index_of(call));
  return operands;
}

/// @param reason  on cpu(): why the text is compiled
const graph::op_record& make_record(const kernel_call& call, const refusal& reason) {
  const kernel_source& kernel = call.kernel;
  const std::string definition = element_definition(kernel, call.uses);
  const bool on_host = call.where.is_cpu();
  const std::string key = text_of(on_host ? "host " : "device ", kernel.name, '\n', definition);
  return interned_record(key, [&] {
    graph::typed_loop loop;
    for (std::size_t k = 0; k < call.operands.size(); ++k) loop.in.push_back(call.uses[k].type);
    if (kernel.uses_index) loop.in.push_back(dtype::int64);
    loop.out = call.uses.back().type;
    loop.functor = "element_function{}";
    if (on_host)
      loop.on_host = reinterpret_cast<graph::host_loop>(
          load_for_host(kernel, element_program(kernel, call.uses, definition), reason));
    auto* made = new graph::op_record;
    made->name = kernel.name;
    made->header = text_header(kernel, call.uses);
    made->more_headers = kernel.op_headers;
    made->definition = definition;
    made->loops.push_back(std::move(loop));
    return made;
  });
}

/// The kernel as an op of the graph.
node_ptr element_node(const kernel_call& call, const refusal& reason) {
  std::vector<std::uint8_t> key{static_cast<std::uint8_t>(call.where.is_cpu())};
  for (const parameter_use& use : call.uses)
    key.push_back(static_cast<std::uint8_t>(static_cast<int>(use.type) * 2 + use.initialised));
  const graph::op_record& record =
      recorded(call.kernel, std::move(key),
               [&]() -> const graph::op_record& { return make_record(call, reason); });
  return graph::make_op(record, 0, element_operands(call));
}

/// The outputs as expressions of the library's ops; none if the text says more than those can.
std::vector<node_ptr> translated(const kernel_call& call, refusal& why) {
  const kernel_source& kernel = call.kernel;
  why = {kernel.needs_compiler, 0};
  if (!why.construct.empty()) return {};
  std::vector<kernel_variable> variables;
  for (std::size_t k = 0; k < kernel.parameter_count(); ++k) {
    const dtype type = text_type(call.uses[k].type);
    node_ptr value;
    if (k < call.operands.size()) {
      value = graph::make_cast(call.operands[k].node, type);
    } else {
      const bool zero = false;
      value = graph::make_cast(graph::make_scalar(dtype::bool_, &zero), type);
    }
    variables.push_back({kernel.parameter(k).name, type, value, k < kernel.in.size()});
  }
  if (kernel.uses_index) variables.push_back({"i", dtype::int64, index_of(call), true});
  why = translate(kernel.tokens, placeholders(kernel, call.uses), variables);
  std::vector<node_ptr> results;
  if (!why.construct.empty()) return results;
  for (std::size_t k = kernel.in.size(); k < kernel.parameter_count(); ++k)
    results.push_back(as_output(variables[k].value, call.uses[k].type, call.extents, call.where));
  return results;
}

std::vector<node_ptr> computed_outputs(const kernel_call& call) {
  const bool sized = call.options.size >= 0;
  if (call.where.is_cpu()) {
    refusal why;
    std::vector<node_ptr> results = translated(call, why);
    if (!results.empty()) return results;
    if (call.kernel.elementwise && !sized) return {element_node(call, why)};
    return run_loop(call, why);
  }
  const bool alone = sized || call.options.stream || call.options.block_size ||
                     element_count(call.extents) == 0 || !call.kernel.elementwise;
  if (alone) return run_loop(call, {});
  return {element_node(call, {})};
}

}  // namespace

std::vector<node_ptr> call(const kernel_source& kernel, const launch_options& options,
                           std::span<kernel_operand> operands) {
  const kernel_call resolved = resolve_call(kernel, options, operands);
  std::vector<node_ptr> values = computed_outputs(resolved);
  if (resolved.outputs_given() && !values.empty())
    return write_outputs(resolved, std::move(values));
  return values;
}

}  // namespace user_kernels
}  // namespace gpu
