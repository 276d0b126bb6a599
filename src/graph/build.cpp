// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/graph/build.hpp>

#include <algorithm>
#include <cstring>
#include <limits>

#include <gpu/core/broadcast.hpp>
#include <gpu/core/concat.hpp>
#include <gpu/core/error.hpp>
#include <gpu/elementwise/support/cast.hpp>
#include <gpu/graph/component.hpp>

namespace gpu::graph {
namespace {

/// The one device of the operands, if any is somewhere. That of an operand itself: one put together
/// here would be stored in pieces and loaded whole, which processors make wait.
const std::optional<device>& common_device(const operand_list& operands) {
  static constexpr std::optional<device> nowhere;
  const std::optional<device>* where = &nowhere;
  for (const node_ptr& operand : operands) {
    if (!operand->where) continue;
    if (*where && **where != *operand->where) throw device_mismatch(**where, *operand->where);
    where = &operand->where;
  }
  return *where;
}

/// The extents that the operands broadcast to: those of an operand, or of `broadcast`, put there.
const shape& common_extents(const operand_list& operands, shape& broadcast) {
  const shape* widest = &operands[0]->extents;
  bool equal = true;
  for (const node_ptr& operand : operands) {
    if (operand->extents.empty() || operand->extents == *widest) continue;
    equal = equal && widest->empty();
    widest = &operand->extents;
  }
  if (equal) return *widest;
  std::vector<const shape*> shapes;
  for (const node_ptr& operand : operands) shapes.push_back(&operand->extents);
  broadcast = broadcast_shapes(shapes);
  return broadcast;
}

/// What one kernel would read and compute, and which operands are cut off to keep to the limits.
struct kernel_bounds {
  std::uint16_t leaves;
  std::uint16_t ops;
  std::uint64_t cut;
};

kernel_bounds bound_kernel(const operand_list& operands) {
  std::uint32_t leaves = 0;
  std::uint32_t ops = 1;
  for (const node_ptr& operand : operands) {
    leaves += operand->leaf_bound;
    ops += operand->op_bound;
  }
  std::uint64_t cut = 0;
  while (leaves > max_kernel_arguments || ops > max_kernel_instructions) {
    std::size_t largest = 0;
    std::uint32_t weight = 0;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const std::uint32_t own = 2u * operands[i]->leaf_bound + operands[i]->op_bound;
      if (operands[i]->op_bound == 0 || (cut >> i & 1) != 0 || own <= weight) continue;
      largest = i;
      weight = own;
    }
    if (weight == 0) break;  // only leaves are left: as many as the op has operands
    cut |= std::uint64_t{1} << largest;
    leaves -= operands[largest]->leaf_bound - 1u;
    ops -= operands[largest]->op_bound;
  }
  return {static_cast<std::uint16_t>(leaves), static_cast<std::uint16_t>(ops), cut};
}

/// Takes what is computed already for what it is, and converts to the loop's dtypes.
void resolve_operands(operand_list& operands, const typed_loop& types) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const node& known = resolved(*operands[i]);
    if (&known != operands[i].get()) operands[i] = node_ptr(&known);
    if (known.type != types.in[i]) operands[i] = make_cast(std::move(operands[i]), types.in[i]);
  }
}

node_ptr cast_scalar(const scalar_node& value, dtype type) {
  return visit_dtype(value.type, [&]<class From>(std::type_identity<From>) {
    From from;
    std::memcpy(&from, value.bytes, sizeof(from));
    return visit_dtype(type, [&]<class To>(std::type_identity<To>) {
      const To to = math::cast<To>(from);
      return make_scalar(type, &to);
    });
  });
}

}  // namespace

leaf_ptr make_planned_leaf(dtype type, const shape& extents, device where) {
  const auto most = std::numeric_limits<std::ptrdiff_t>::max();
  if (element_count(extents) > most / static_cast<std::ptrdiff_t>(size_bytes(type)))
    throw value_error(concat("array is too big; the number of bytes of ", extents, " elements of ",
                             type, " is larger than the maximum possible size."));
  return leaf_ptr::first(new leaf_node(type, extents, where));
}

node_ptr make_scalar(dtype type, const void* value) {
  return node_ptr::first(new scalar_node(type, value));
}

node_ptr make_index(const shape& extents, std::size_t axis, std::ptrdiff_t start,
                    std::ptrdiff_t step, device where) {
  layout values{start, extents, shape(extents.size(), 0)};
  values.strides[axis] = step;
  return node_ptr(new index_node(values, where));
}

node_ptr make_flat_index(const shape& extents, std::optional<device> where) {
  return node_ptr(new index_node(row_major(extents), where));
}

node_ptr make_op(const op_record& op, int loop, std::span<const node_ptr> operands) {
  operand_list list(operands.size());
  std::copy(operands.begin(), operands.end(), list.begin());
  return make_op(op, loop, std::move(list));
}

node_ptr make_op(const op_record& op, int loop, operand_list&& operands) {
  if (op.outputs != 1) {
    const auto position = static_cast<std::size_t>(loop / op.loop_count());
    return make_components(op, loop % op.loop_count(), std::move(operands))[position];
  }
  resolve_operands(operands, op.loops[static_cast<std::size_t>(loop)]);
  const std::optional<device>& where = common_device(operands);
  shape broadcast;
  const shape& extents = common_extents(operands, broadcast);
  const kernel_bounds bounds = bound_kernel(operands);
  return node_ptr::first(new op_node(op, loop, std::move(operands), extents, where, bounds.leaves,
                                     bounds.ops, bounds.cut));
}

node_ptr make_reduction(const op_record& op, int loop, operand_list&& operands,
                        std::uint64_t axes) {
  resolve_operands(operands, op.loops[static_cast<std::size_t>(loop)]);
  const std::optional<device>& where = common_device(operands);
  shape broadcast;
  const shape& extents = common_extents(operands, broadcast);
  const kernel_bounds bounds = bound_kernel(operands);
  return node_ptr::first(new reduction_node(op, loop, std::move(operands), extents, axes, where,
                                            bounds.leaves, bounds.ops, bounds.cut));
}

node_ptr make_scan(const op_record& op, int loop, node_ptr operand, std::size_t axis) {
  operand_list operands = operand_list::of(std::move(operand));
  resolve_operands(operands, op.loops[static_cast<std::size_t>(loop)]);
  const node& source = *operands[0];
  const kernel_bounds bounds = bound_kernel(operands);
  return node_ptr::first(
      new scan_node(op, loop, std::move(operands), source.extents, axis, source.where, bounds.cut));
}

std::vector<node_ptr> make_components(const op_record& op, int loop, operand_list&& operands) {
  resolve_operands(operands, op.loops[static_cast<std::size_t>(loop)]);
  const std::optional<device>& where = common_device(operands);
  shape broadcast;
  const shape& extents = common_extents(operands, broadcast);
  const kernel_bounds bounds = bound_kernel(operands);
  const ref_ptr<component_bundle> bundle(new component_bundle);
  std::vector<node_ptr> components;
  for (int k = 0; k < op.outputs; ++k) {
    operand_list own(operands.size());
    std::copy(operands.begin(), operands.end(), own.begin());
    components.push_back(
        node_ptr::first(new component_node(op, loop, k, std::move(own), extents, where,
                                           bounds.leaves, bounds.ops, bounds.cut, bundle)));
  }
  return components;
}

node_ptr make_cast(node_ptr value, dtype type) {
  if (value->type == type) return value;
  if (value->kind == node_kind::scalar)
    return cast_scalar(static_cast<const scalar_node&>(*value), type);
  const int loop = cast_loop(value->type, type);
  return make_op(cast_record(), loop, operand_list::of(std::move(value)));
}

node_ptr make_view(const node_ptr& value, const affine_view& how) {
  const node_ptr source = resolved(value);
  switch (source->kind) {
    case node_kind::leaf: {
      const auto& leaf = static_cast<const leaf_node&>(*source);
      return node_ptr(
          new leaf_node(leaf.block, leaf.type, apply(how, leaf.placement()), *leaf.where));
    }
    case node_kind::index: {
      const auto& index = static_cast<const index_node&>(*source);
      return node_ptr(new index_node(apply(how, index.placement()), index.where));
    }
    default:
      return node_ptr(new view_node(source, how, how.extents));
  }
}

node_ptr make_broadcast(const node_ptr& value, const shape& extents) {
  if (value->extents == extents) return value;
  return make_view(value, broadcasted(value->extents, extents));
}

node_ptr make_reshape(const node_ptr& value, const shape& extents) {
  if (value->extents == extents) return value;
  const std::ptrdiff_t count = element_count(value->extents);
  if (element_count(extents) != count)
    throw shape_error(concat("cannot reshape array of size ", count, " into shape ", extents));
  const node_ptr source = resolved(value);
  if (source->kind == node_kind::leaf) {
    const auto& leaf = static_cast<const leaf_node&>(*source);
    if (const std::optional<layout> place = reshape(leaf.placement(), extents))
      return node_ptr(new leaf_node(leaf.block, leaf.type, *place, *leaf.where));
  }
  if (source->kind == node_kind::index) {
    const auto& index = static_cast<const index_node&>(*source);
    if (const std::optional<layout> place = reshape(index.placement(), extents))
      return node_ptr(new index_node(*place, index.where));
  }
  return node_ptr(new view_node(source, std::nullopt, extents));
}

int resolve_loop(const op_record& op, std::span<const operand_type> operands) {
  for (const std::optional<dtype> strong : {strong_type(operands), std::optional<dtype>()})
    for (int index = 0; index < op.loop_count(); ++index) {
      const std::vector<dtype>& in = op.loops[static_cast<std::size_t>(index)].in;
      bool fits = in.size() == operands.size() && !(op.refuses_bools && all_bools(operands));
      for (std::size_t i = 0; fits && i < in.size(); ++i)
        fits = can_cast(type_beside(operands[i], strong), in[i]);
      if (fits) return index;
    }
  std::string types;
  for (const operand_type& operand : operands)
    types += concat(types.empty() ? "" : ", ", operand.type);
  throw dtype_error(concat("ufunc '", op.name, "' not supported for the input types: (", types,
                           "), and the inputs could not be safely coerced to any supported types"));
}

}  // namespace gpu::graph
