// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/ufunc/reduction.hpp>

#include <utility>
#include <vector>

#include <gpu/array/manipulation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/slice.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>

#include "array/reduction/nodes.hpp"

namespace gpu::detail {
namespace {

/// So many steps become one expression; more are computed in parts.
constexpr std::ptrdiff_t steps_at_once = 16;

graph::node_ptr apply(const folded_op& op, graph::node_ptr a, graph::node_ptr b) {
  return graph::make_op(op.record, op.loop, graph::operand_list::of(std::move(a), std::move(b)));
}

graph::node_ptr computed_value(const graph::node_ptr& value) {
  return graph::node_ptr(execute::evaluate(value).get());
}

/// Elements [first, last) along the first axis.
graph::node_ptr part(const graph::node_ptr& value, std::ptrdiff_t first, std::ptrdiff_t last) {
  const slice slices[] = {range(first, last)};
  return graph::make_view(value, sliced(value->extents, slices));
}
graph::node_ptr at(const graph::node_ptr& value, std::ptrdiff_t index) {
  const slice slices[] = {index};
  return graph::make_view(value, sliced(value->extents, slices));
}

/// Along the first axis, in order.
graph::node_ptr fold_in_order(const folded_op& op, const graph::node_ptr& value,
                              graph::node_ptr first) {
  const std::ptrdiff_t count = value->extents[0];
  std::ptrdiff_t i = 0;
  graph::node_ptr result = first ? std::move(first) : at(value, i++);
  for (; i < count; ++i) {
    result = apply(op, std::move(result), at(value, i));
    if (i % steps_at_once == 0) result = computed_value(result);
  }
  return result;
}

/// Along the first axis, the first half with the second again and again.
graph::node_ptr fold_in_halves(const folded_op& op, graph::node_ptr value, graph::node_ptr first) {
  std::vector<graph::node_ptr> rest;
  if (first) rest.push_back(std::move(first));
  for (std::ptrdiff_t count = value->extents[0]; count > 1; count = value->extents[0]) {
    if (count % 2 != 0) rest.push_back(at(value, count - 1));
    value = apply(op, part(value, 0, count / 2), part(value, count / 2, count / 2 * 2));
    if (count > steps_at_once) value = computed_value(value);
  }
  graph::node_ptr result = at(value, 0);
  for (std::size_t i = rest.size(); i-- > 0;) result = apply(op, std::move(result), rest[i]);
  return result;
}

void require_fold(const folded_op& op, const shape& extents, std::uint64_t axes,
                  const reduction_settings& settings) {
  const bool is_one = (axes & (axes - 1)) == 0;
  if (!op.identity && !is_one)
    throw value_error(text_of("reduction operation '", op.info.name,
                              "' is not reorderable, so at most one axis may be specified"));
  if (op.identity || settings.initial) return;
  if (settings.mask)
    throw value_error(text_of("reduction operation '", op.info.name,
                              "' does not have an identity, so to use a where mask one has to "
                              "specify 'initial'"));
  if (reduced_count(extents, axes) == 0)
    throw value_error(
        text_of("zero-size array to reduction operation ", op.info.name, " which has no identity"));
}

/// The reduced axes first, as one. Without any, one of one element, and all others are one.
graph::node_ptr with_folded_axis_first(const graph::node_ptr& value, std::uint64_t axes) {
  if (axes == 0) return graph::make_reshape(value, {1, element_count(value->extents)});
  axes_list order;
  shape merged{1};
  for (const bool is_reduced : {true, false})
    for (std::size_t axis = 0; axis < value->extents.size(); ++axis) {
      if (((axes >> axis & 1) != 0) != is_reduced) continue;
      order.push_back(static_cast<std::ptrdiff_t>(axis));
      if (is_reduced)
        merged[0] *= value->extents[axis];
      else
        merged.push_back(value->extents[axis]);
    }
  return graph::make_reshape(transposed(value, order), merged);
}

}  // namespace

void throw_no_fold(const char* name) {
  throw dtype_error(
      text_of("No loop matching the specified signature and casting was found for ufunc ", name));
}

graph::node_ptr fold_node(const folded_op& op, graph::node_ptr value,
                          const reduction_settings& settings) {
  const std::uint64_t axes = settings.axes.bits(value->extents.size());
  require_fold(op, value->extents, axes, settings);
  graph::node_ptr first;
  if (settings.initial)
    first = initial_value(settings.initial, value->type);
  else if (op.identity)
    first = number(value->type, *op.identity);
  if (settings.mask) {
    if (!op.identity && !op.is_reorderable)
      throw value_error(
          text_of("a where mask for '", op.info.name, "' is not supported: it has no identity"));
    value = masked(mask_over(settings.mask, value->extents), value,
                   op.identity ? number(value->type, *op.identity) : first, value->type);
  }
  const shape extents = value->extents;
  value = with_folded_axis_first(value, axes);
  shape kept = value->extents;
  kept.erase(0);
  graph::node_ptr result;
  if (value->extents[0] == 0)
    result = graph::make_broadcast(computed_value(first), kept);
  else if (op.is_reorderable)
    result = fold_in_halves(op, std::move(value), std::move(first));
  else
    result = fold_in_order(op, value, std::move(first));
  if (axes == 0) result = graph::make_reshape(result, extents);
  return settings.keepdims ? with_kept_axes(result, axes) : result;
}

}  // namespace gpu::detail
