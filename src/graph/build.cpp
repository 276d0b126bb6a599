// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/graph/build.hpp>

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>

#include <gpu/core/broadcast.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/elementwise/support/cast.hpp>

#include "graph/block_parts.hpp"
#include "graph/component.hpp"
#include "graph/number_case.hpp"
#include "graph/number_division.hpp"

namespace gpu::graph {
namespace {

/// What one kernel would read and compute, and which operands are cut off to keep to the limits.
struct kernel_bounds {
  std::uint32_t leaves = 0;
  std::uint32_t ops = 1;
  std::uint64_t fusion_breaks = 0;
};

constexpr std::optional<device> unplaced;

/// What the operands of a node have in common, and what they are together. Points into them. Small:
/// every node that is made has one.
struct joined_operands {
  /// The one device of the operands, if any is somewhere. That of an operand itself: one put
  /// together here would be stored in pieces and loaded whole, which processors make wait.
  const std::optional<device>* where = &unplaced;
  const shape* widest = nullptr;           ///< the extents of all but scalars, if these are equal
  std::unique_ptr<const shape> broadcast;  ///< what they broadcast to, if not
  kernel_bounds bounds;

  [[nodiscard]] const shape& extents() const noexcept { return broadcast ? *broadcast : *widest; }
  [[nodiscard]] std::uint16_t leaves() const noexcept {
    return static_cast<std::uint16_t>(bounds.leaves);
  }
  [[nodiscard]] std::uint16_t ops() const noexcept {
    return static_cast<std::uint16_t>(bounds.ops);
  }
  /// The same of `op` itself: what takes long counts as more ops than fit a kernel, so that nothing
  /// that reads it computes it again and again.
  [[nodiscard]] std::uint16_t ops(const op_record& op) const noexcept {
    return static_cast<std::uint16_t>(bounds.ops + static_cast<std::uint32_t>(op.cost_of_weight()));
  }
};

shape broadcast_extents(const operand_list& operands) {
  std::vector<const shape*> shapes;
  for (const node_ptr& operand : operands) shapes.push_back(&operand->extents);
  return broadcast_shapes(shapes);
}

/// Cuts the largest operands off, of the first 64, until a kernel keeps to the limits.
void keep_to_limits(kernel_bounds& bounds, const operand_list& operands) {
  const std::size_t count = std::min<std::size_t>(operands.size(), 64);
  while (bounds.leaves > max_kernel_arguments || bounds.ops > max_kernel_instructions) {
    std::size_t largest = 0;
    std::uint32_t weight = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t own = 2u * operands[i]->leaf_bound + operands[i]->op_bound;
      if (operands[i]->op_bound == 0 || (bounds.fusion_breaks >> i & 1) != 0 || own <= weight)
        continue;
      largest = i;
      weight = own;
    }
    if (weight == 0) break;  // only leaves are left: as many as the op has operands
    bounds.fusion_breaks |= std::uint64_t{1} << largest;
    bounds.leaves -= operands[largest]->leaf_bound - 1u;
    bounds.ops -= operands[largest]->op_bound;
  }
}

/// Takes what is computed already for what it is, converts to the loop's dtypes, and puts together
/// what a node of these operands is: in one pass, as every node that is made goes through here.
joined_operands join(operand_list& operands, const typed_loop& types) {
  joined_operands all;
  std::uint32_t leaves = 0;
  auto ops = static_cast<std::uint32_t>(types.code_size);
  bool equal = true;
  const dtype* type = types.in.data();
  for (node_ptr& operand : operands) {
    if (const node& known = resolved(*operand); &known != operand.get()) operand = node_ptr(&known);
    if (operand->type != *type) operand = make_cast(std::move(operand), *type);
    ++type;
    const node& value = *operand;
    if (value.where) {
      if (*all.where && **all.where != *value.where)
        throw device_mismatch(**all.where, *value.where);
      all.where = &value.where;
    }
    if (all.widest == nullptr || all.widest->empty())
      all.widest = &value.extents;
    else if (!value.extents.empty())
      equal = equal && value.extents == *all.widest;
    leaves += value.leaf_bound;
    ops += value.op_bound;
  }
  all.bounds = {leaves, ops, 0};
  if (!equal) all.broadcast = std::make_unique<const shape>(broadcast_extents(operands));
  keep_to_limits(all.bounds, operands);
  return all;
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

leaf_ptr make_unallocated_leaf(dtype type, const shape& extents, device where) {
  const auto most = std::numeric_limits<std::ptrdiff_t>::max();
  if (element_count(extents) > most / static_cast<std::ptrdiff_t>(size_bytes(type)))
    throw value_error(text_of("array is too big; the number of bytes of ", extents, " elements of ",
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
  if (const auto simpler = op.cases.empty() ? std::nullopt : number_case_of(op, loop, operands))
    return make_op(*simpler->op, simpler->loop,
                   operand_list::of(std::move(operands[simpler->operand])));
  if (op.division != integer_division::none)
    if (node_ptr multiplied = divided_by_number(op, loop, operands)) return multiplied;
  if (op.outputs != 1) {
    const auto position = static_cast<std::size_t>(loop / op.loop_count());
    return make_components(op, loop % op.loop_count(), std::move(operands))[position];
  }
  const joined_operands all = join(operands, op.loops[static_cast<std::size_t>(loop)]);
  return node_ptr::first(new op_node(op, loop, std::move(operands), all.extents(), *all.where,
                                     all.leaves(), all.ops(op), all.bounds.fusion_breaks));
}

node_ptr make_reduction(const op_record& op, int loop, operand_list&& operands,
                        std::uint64_t axes) {
  const joined_operands all = join(operands, op.loops[static_cast<std::size_t>(loop)]);
  return node_ptr::first(new reduction_node(op, loop, std::move(operands), all.extents(), axes,
                                            *all.where, all.leaves(), all.ops(),
                                            all.bounds.fusion_breaks));
}

node_ptr make_scan(const op_record& op, int loop, node_ptr operand, std::size_t axis) {
  if (operand->extents[axis] == 1) {
    const typed_loop& found = op.loops[static_cast<std::size_t>(loop)];
    return make_cast(make_cast(operand, found.in[0]), found.out);
  }
  operand_list operands = operand_list::of(std::move(operand));
  const joined_operands all = join(operands, op.loops[static_cast<std::size_t>(loop)]);
  return node_ptr::first(new scan_node(op, loop, std::move(operands), all.extents(), axis,
                                       *all.where, all.bounds.fusion_breaks));
}

std::vector<node_ptr> make_components(const op_record& op, int loop, operand_list&& operands) {
  const joined_operands all = join(operands, op.loops[static_cast<std::size_t>(loop)]);
  const ref_ptr<component_bundle> bundle(new component_bundle);
  std::vector<node_ptr> components;
  for (int k = 0; k < op.outputs; ++k) {
    operand_list own(operands.size());
    std::copy(operands.begin(), operands.end(), own.begin());
    components.push_back(node_ptr::first(
        new component_node(op, loop, k, std::move(own), all.extents(), *all.where, all.leaves(),
                           all.ops(), all.bounds.fusion_breaks, bundle)));
  }
  return components;
}

node_ptr make_library_node(ref_ptr<const library_function> function, operand_list&& operands,
                           dtype type, const shape& extents, std::optional<device> where) {
  for (const node_ptr& operand : operands) {
    if (where && operand->where && *where != *operand->where)
      throw device_mismatch(*where, *operand->where);
    if (!where) where = operand->where;
  }
  return node_ptr::first(
      new library_node(std::move(function), std::move(operands), type, extents, where));
}

node_ptr make_cast(node_ptr value, dtype type) {
  if (value->type == type) return value;
  if (value->kind == node_kind::scalar)
    return cast_scalar(static_cast<const scalar_node&>(*value), type);
  const int loop = cast_loop(value->type, type);
  return make_op(cast_record(), loop, operand_list::of(std::move(value)));
}

namespace {

/// Elements of a leaf at other places.
node_ptr part_of(const leaf_node& leaf, const layout& place) {
  const auto* const part = new leaf_node(leaf.block, leaf.type, place, *leaf.where);
  node_ptr owner = node_ptr::first(part);
  list_part(*part);
  return owner;
}

}  // namespace

node_ptr make_view(const node_ptr& value, const affine_view& affine) {
  const node_ptr source = resolved(value);
  switch (source->kind) {
    case node_kind::leaf: {
      const auto& leaf = static_cast<const leaf_node&>(*source);
      return part_of(leaf, apply(affine, leaf.placement()));
    }
    case node_kind::index: {
      const auto& index = static_cast<const index_node&>(*source);
      return node_ptr(new index_node(apply(affine, index.placement()), index.where));
    }
    default:
      return node_ptr(new view_node(source, affine, affine.extents));
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
    throw shape_error(text_of("cannot reshape array of size ", count, " into shape ", extents));
  const node_ptr source = resolved(value);
  if (source->kind == node_kind::leaf) {
    const auto& leaf = static_cast<const leaf_node&>(*source);
    if (const std::optional<layout> place = reshape(leaf.placement(), extents))
      return part_of(leaf, *place);
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
    types += text_of(types.empty() ? "" : ", ", operand.type);
  throw dtype_error(
      text_of("ufunc '", op.name, "' not supported for the input types: (", types,
              "), and the inputs could not be safely coerced to any supported types"));
}

}  // namespace gpu::graph
