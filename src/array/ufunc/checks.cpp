// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/ufunc/checks.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include <gpu/array/ufunc/options.hpp>
#include <gpu/core/broadcast.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/elementwise/where.hpp>

namespace gpu::detail {
namespace {

/// NumPy numbers inputs and outputs together, and not at all if there is one only.
std::string position_among(int position, int first, int count) {
  return count == 1 ? std::string() : text_of(' ', first + position);
}

[[noreturn]] void throw_cast(const char* op, const char* side, const std::string& position,
                             dtype from, dtype to, casting rule) {
  throw dtype_error(text_of("Cannot cast ufunc '", op, "' ", side, position, " from dtype('", from,
                            "') to dtype('", to, "') with casting rule '", rule, "'"));
}

/// Whether all have one shape, or no axes: then there is nothing to find out.
bool obviously_fit(const graph::operand_list& operands, const graph::node_ptr& mask,
                   std::span<const written_array> targets) {
  const shape& extents = targets.empty() ? mask->extents : targets[0].extents;
  const auto fits = [&](const graph::node_ptr& one) {
    return one->extents.empty() || one->extents == extents;
  };
  return std::all_of(operands.begin(), operands.end(), fits) && (!mask || fits(mask)) &&
         std::all_of(targets.begin(), targets.end(),
                     [&](const written_array& one) { return one.extents == extents; });
}

void require_shapes(const graph::operand_list& operands, const graph::node_ptr& mask,
                    std::span<const written_array> targets) {
  if (obviously_fit(operands, mask, targets)) return;
  std::vector<const shape*> shapes;
  for (const graph::node_ptr& operand : operands) shapes.push_back(&operand->extents);
  for (const written_array& target : targets) shapes.push_back(&target.extents);
  if (mask) shapes.push_back(&mask->extents);
  const shape common = broadcast_shapes(shapes);
  for (const written_array& target : targets)
    if (target.extents != common)
      throw shape_error(text_of("non-broadcastable output operand with shape ", target.extents,
                                " doesn't match the broadcast shape ", common));
}

}  // namespace

graph::node_ptr bool_node(graph::node_ptr mask) {
  if (mask->type != dtype::bool_)
    throw_no_array_cast(mask->type, dtype::bool_, casting::safe, mask->extents.size());
  return mask;
}

loop require_loop(const op_info& op, const graph::op_record& record,
                  std::span<const operand_type> operands, std::optional<dtype> giving) {
  const loop found = giving ? find_loop_giving(op, *giving, operands) : find_loop(op, operands);
  if (found.index >= 0) return found;
  if (giving)
    throw dtype_error(text_of(
        "No loop matching the specified signature and casting was found for ufunc ", op.name));
  static_cast<void>(graph::resolve_loop(record, operands));  // says why there is none
  fail("an op has no loop in its list, but one in its record");
}

void require_inputs(const char* op, const loop& chosen, std::span<const operand_type> operands,
                    casting rule) {
  const int refused = first_refused(chosen, operands, rule);
  if (refused < 0) return;
  const operand_type& operand = operands[static_cast<std::size_t>(refused)];
  const dtype to = chosen.in[refused];
  throw_cast(op, "input", position_among(refused, 0, chosen.arity),
             operand.weak ? weak_beside(operand.type, to) : operand.type, to, rule);
}

void require_outputs(const char* op, const loop& chosen, std::span<const written_array> targets,
                     casting rule) {
  for (int i = 0; i < chosen.outputs; ++i) {
    const dtype to = targets[static_cast<std::size_t>(i)].type;
    if (!can_cast(chosen.out_at(i), to, rule))
      throw_cast(op, "output", position_among(i, chosen.arity, chosen.outputs), chosen.out_at(i),
                 to, rule);
  }
}

void require_output(const char* op, dtype from, dtype to, casting rule) {
  if (!can_cast(from, to, rule)) throw_cast(op, "output", {}, from, to, rule);
}

void require_places(const graph::operand_list& operands, const graph::node_ptr& mask,
                    std::span<const written_array> targets) {
  require_shapes(operands, mask, targets);
  for (const written_array& target : targets) {
    for (const graph::node_ptr& operand : operands)
      if (operand->where && *operand->where != target.where)
        throw device_mismatch(*operand->where, target.where);
    if (mask && mask->where && *mask->where != target.where)
      throw device_mismatch(*mask->where, target.where);
  }
}

graph::node_ptr masked(graph::node_ptr mask, graph::node_ptr value,
                       const graph::node_ptr& otherwise, dtype type) {
  const graph::op_record& record = graph::record_of<ops::where>();
  const operand_type types[] = {{dtype::bool_}, {type}, {type}};
  const loop chosen = find_loop(ops::where::info, types);
  return graph::make_op(record, chosen.index,
                        graph::operand_list::of(std::move(mask), graph::make_cast(value, type),
                                                graph::make_cast(otherwise, type)));
}

graph::node_ptr zero_node(dtype type) {
  alignas(16) constexpr unsigned char zero[16] = {};
  return graph::make_scalar(type, zero);
}

}  // namespace gpu::detail
