// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/selection.hpp>

#include <gpu/array/indexing/take.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/operand_checks.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/indexing/positions.hpp"
#include "array/part_along.hpp"
#include "core/element_word.hpp"
#include "execute/operation.hpp"

namespace gpu::detail {
namespace {

using graph::node_ptr;
using int_expression = expression<std::int64_t>;

node_ptr as_mask(const node_ptr& condition) {
  return graph::make_cast(condition, dtype::bool_);
}

/// For each element of a mask the next of the values, which begin again behind the last one: the
/// host goes on to another one where the mask holds.
node_ptr spread_on_host(const node_ptr& mask, const node_ptr& values) {
  execute::operation work(cpu());
  const graph::leaf_ptr flags = execute::evaluate(mask, cpu());
  const graph::leaf_ptr from = execute::evaluate(values, cpu());
  const graph::leaf_ptr result = work.workspace(values->type, mask->extents);
  with_element_word(size_bytes(values->type), [&]<class Word>(Word) {
    const bool* const is_set = work.input<bool>(*flags);
    const Word* const first = work.input<Word>(*from);
    const Word* const end = first + element_count(from->extents);
    Word* const spread = work.output<Word>(*result);
    const Word* next = first;
    for (std::ptrdiff_t i = 0, size = element_count(mask->extents); i < size; ++i) {
      spread[i] = *next;
      next += static_cast<std::ptrdiff_t>(is_set[i]);
      if (next == end) next = first;
    }
  });
  return node_ptr(result.get());
}

}  // namespace

graph::leaf_ptr compressed(const node_ptr& condition, const node_ptr& a, optional_axis axis) {
  if (condition->extents.size() != 1) throw value_error("condition must be a 1-d array");
  // NumPy takes a number for an array of one axis.
  const node_ptr source = a->extents.empty() ? graph::make_reshape(a, {1}) : a;
  if (axis) static_cast<void>(normalize_axis_index(*axis, source->extents.size()));
  const device where = graph::device_of(condition, a);
  if (a->where && *a->where != where) throw device_mismatch(where, *a->where);
  const node_ptr places = positions_of(as_mask(condition), where);
  return execute::evaluate(taken(source, places, axis, index_mode::raise));
}

graph::leaf_ptr extracted(const node_ptr& condition, const node_ptr& a) {
  const std::ptrdiff_t size = element_count(condition->extents);
  const node_ptr mask = graph::make_reshape(as_mask(condition), {size});
  const std::ptrdiff_t count = element_count(a->extents);
  if (size > count) return compressed(mask, a, std::nullopt);  // which refuses what is not there
  const device where = graph::device_of(condition, a);
  if (a->where && *a->where != where) throw device_mismatch(where, *a->where);
  const node_ptr flat = graph::make_reshape(a, {count});
  return execute::evaluate(
      node_ptr(elements_where(mask, part_along(flat, 0, range(size)), where).get()));
}

node_ptr put_values(const node_ptr& target, const node_ptr& mask, const node_ptr& values,
                    bool consecutive) {
  const std::ptrdiff_t size = element_count(target->extents);
  if (element_count(mask->extents) != size)
    throw value_error(text_of(
        consecutive ? "place" : "putmask",
        ": mask and data must be the same size: ", element_count(mask->extents), " and ", size));
  const std::ptrdiff_t count = element_count(values->extents);
  if (count == 0) {
    if (consecutive && !all_true(logical_not(expression<bool>(as_mask(mask))).node()))
      throw value_error("Cannot insert from an empty array!");
    return nullptr;
  }
  if (count == 1) return graph::make_broadcast(graph::make_reshape(values, {}), target->extents);
  if (!consecutive && count == size) return graph::make_reshape(values, target->extents);
  if (!consecutive)
    return taken(values, graph::make_flat_index(target->extents, target->where), std::nullopt,
                 index_mode::wrap);
  const auto is_on_host = [](const node_ptr& x) { return !x->where || x->where->is_cpu(); };
  if (target->where && is_on_host(target) && is_on_host(mask) && is_on_host(values))
    return spread_on_host(graph::make_reshape(as_mask(mask), target->extents), values);
  const expression<bool> flat(graph::make_reshape(as_mask(mask), {size}));
  const int_expression ordinal = gpu::cumsum(flat) - std::int64_t{1};
  return taken(values, graph::make_reshape(ordinal.node(), target->extents), std::nullopt,
               index_mode::wrap);
}

}  // namespace gpu::detail
