// SPDX-License-Identifier: BSD-3-Clause
#include "graph/schedule/few_elements.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>

#include <gpu/core/text_of.hpp>
#include <gpu/graph/build.hpp>

#include "graph/schedule/reduction_domain.hpp"

namespace gpu::graph {
namespace {

/// Of elements that one result has, and of what is read and computed for all of them.
struct limits {
  std::ptrdiff_t elements;
  std::ptrdiff_t leaves;
  std::ptrdiff_t ops;
};
constexpr limits of_any{8, 16, 32};
/// Windows share most of what they read, which one thread after the other finds in the cache.
constexpr limits of_windows{64, 72, 128};
/// How often a kernel computes a result anew.
constexpr std::ptrdiff_t max_uses = 8;

std::ptrdiff_t reduced_count(const reduction_node& reduction) {
  std::ptrdiff_t count = 1;
  for (std::size_t axis = 0; axis < reduction.source.size(); ++axis)
    if ((reduction.axes >> axis & 1) != 0) count *= reduction.source[axis];
  return count;
}

/// How many elements an array has, those that it shows several times once; at most.
std::ptrdiff_t distinct_elements(const leaf_node& array) {
  const layout place = array.placement();
  const std::optional<offset_bounds> touched = bounds(place);
  if (!touched) return 0;
  return std::min(touched->last - touched->first + 1, element_count(place.extents));
}

/// How many elements of arrays `value` is computed from, those of what is cut off included. At most
/// as many ways lead to them as a kernel has arguments.
std::ptrdiff_t elements_below(const node& value) {
  if (value.kind == node_kind::leaf) return distinct_elements(static_cast<const leaf_node&>(value));
  if (value.kind == node_kind::view)
    return elements_below(*static_cast<const view_node&>(value).viewed);
  if (value.kind != node_kind::op)
    return value.kind == node_kind::scalar || value.kind == node_kind::index
               ? 0
               : element_count(value.extents);
  const auto& op = static_cast<const op_node&>(value);
  std::ptrdiff_t count = 0;
  for (std::size_t i = 0; i < op.operands.size(); ++i)
    count +=
        op.is_cut_off(i) ? element_count(op.operands[i]->extents) : elements_below(*op.operands[i]);
  return count;
}

/// Whether axes `a` and `b` lead to the same elements: many steps of the smaller stride go as far
/// as one of the larger, or farther.
bool overlap(const layout& place, std::size_t a, std::size_t b) {
  if (std::abs(place.strides[a]) > std::abs(place.strides[b])) std::swap(a, b);
  const std::ptrdiff_t smaller = std::abs(place.strides[a]);
  return place.extents[b] > 1 && smaller != 0 &&
         smaller * (place.extents[a] - 1) >= std::abs(place.strides[b]);
}

/// Where the elements of an array or of a view of any value lie, that of the value in C order.
std::optional<layout> place_of(const node& value) {
  if (value.kind == node_kind::leaf) return static_cast<const leaf_node&>(value).placement();
  if (value.kind != node_kind::view) return std::nullopt;
  const auto& view = static_cast<const view_node&>(value);
  if (!view.affine) return std::nullopt;
  return apply(*view.affine, row_major(view.viewed->extents));
}

/// Whether results that reduce the `axes` of `rank` axes have elements of `value`, which is
/// broadcast to these, in common with their neighbours.
bool has_windows(const node& value, std::size_t rank, std::uint64_t axes) {
  if (value.kind == node_kind::op) {
    const auto& op = static_cast<const op_node&>(value);
    for (std::size_t i = 0; i < op.operands.size(); ++i)
      if (!op.is_cut_off(i) && has_windows(*op.operands[i], rank, axes)) return true;
    return false;
  }
  const std::optional<layout> place = place_of(value);
  if (!place) return false;
  const std::size_t own_rank = place->extents.size();
  const auto is_reduced = [&](std::size_t axis) {
    return (axes >> (rank - own_rank + axis) & 1) != 0;
  };
  for (std::size_t a = 0; a < own_rank; ++a)
    for (std::size_t b = 0; b < own_rank; ++b)
      if (is_reduced(a) && !is_reduced(b) && overlap(*place, a, b)) return true;
  return false;
}

/// Made once for each reduction and number of elements.
const op_record& record_of_few(const reduction_node& reduction, std::ptrdiff_t count) {
  static std::mutex mutex;
  static auto& records = *new std::map<std::tuple<std::uint32_t, int, std::ptrdiff_t>, op_record*>;
  const std::lock_guard lock(mutex);
  op_record*& record = records[{reduction.op.id, reduction.loop, count}];
  if (record != nullptr) return *record;
  const typed_loop& loop = reduction.op.loops[static_cast<std::size_t>(reduction.loop)];
  record = new op_record;
  record->lives_for_ever = true;
  record->name = reduction.op.name;
  record->header = "gpu/kernels/primitives/reduced_few.hpp";
  record->more_headers = {reduction.op.header};
  typed_loop few;
  few.in.assign(static_cast<std::size_t>(count), loop.in[0]);
  few.out = loop.out;
  few.functor = text_of("gpu::kernels::reduced_few<", count, ", ", loop.functor, ", ",
                        traits(loop.out).device, ", ", traits(loop.in[0]).device, ">{}");
  few.code_size = loop.code_size * static_cast<int>(count);
  record->loops.push_back(std::move(few));
  return *record;
}

/// The elements of results as the elements of `source` that have this number among those of each.
affine_view one_of_each(const reduction_node& reduction, std::ptrdiff_t number) {
  affine_view view{reduction.extents, shape(reduction.source.size(), 0), {}};
  std::size_t out = 0;
  for (std::size_t axis = 0; axis < reduction.source.size(); ++axis)
    if ((reduction.axes >> axis & 1) == 0) view.terms.push_back({out++, axis, 1});
  for (std::size_t axis = reduction.source.size(); axis-- > 0;) {
    if ((reduction.axes >> axis & 1) == 0) continue;
    view.start[axis] = number % reduction.source[axis];
    number /= reduction.source[axis];
  }
  return view;
}

}  // namespace

bool reduces_windows(const reduction_node& reduction) {
  if (element_count(reduction.extents) <= 1) return false;
  return has_windows(*reduction.operands[0], reduction.source.size(), reduction.axes);
}

bool reduces_short_rows(const reduction_node& reduction) {
  constexpr std::ptrdiff_t min_results = 4096;
  const shape& source = reduction.source;
  return !source.empty() && reduction.axes == std::uint64_t{1} << (source.size() - 1) &&
         source.back() >= 2 && source.back() <= of_any.elements &&
         element_count(reduction.extents) >= min_results;
}

bool is_better_read(const reduction_node& reduction, std::ptrdiff_t count) {
  if (count > max_uses * element_count(reduction.extents)) return true;
  return !reduces_short_rows(reduction) && reduction.use_count() > 1 &&
         elements_below(*reduction.operands[0]) > 2 * element_count(reduction.extents);
}

namespace {

bool may_be_op(const reduction_node& reduction) {
  const node_ptr& operand = reduction.operands[0];
  const bool is_known = reduction.op.lives_for_ever && reduction.op.definition.empty() &&
                        reduction.operands.size() == 1 && operand->kind != node_kind::scalar;
  const limits most = reduces_windows(reduction) ? of_windows : of_any;
  const std::ptrdiff_t elements = reduced_count(reduction);
  if (!is_known || elements < 1 || elements > most.elements ||
      elements * operand->leaf_bound > most.leaves || elements * operand->op_bound > most.ops)
    return false;
  // Of short rows, as the largest element that is subtracted before the sum, the same holds.
  return !operand->reduces || !has_reduction(*operand, [](const node& value) {
    if (value.kind != node_kind::reduction) return false;
    const auto& inner = static_cast<const reduction_node&>(value);
    return reduces_short_rows(inner) && may_be_op(inner);
  });
}

}  // namespace

node_ptr op_of_few_elements(const reduction_node& reduction) {
  if (!may_be_op(reduction)) return nullptr;
  const node_ptr& operand = reduction.operands[0];
  const std::ptrdiff_t elements = reduced_count(reduction);
  const affine_view source = broadcasted(operand->extents, reduction.source);
  operand_list operands(static_cast<std::size_t>(elements));
  for (std::ptrdiff_t i = 0; i < elements; ++i)
    operands[static_cast<std::size_t>(i)] =
        make_view(operand, compose(one_of_each(reduction, i), source));
  return make_op(record_of_few(reduction, elements), 0, std::move(operands));
}

}  // namespace gpu::graph
