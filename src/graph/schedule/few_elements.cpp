// SPDX-License-Identifier: BSD-3-Clause
#include "graph/schedule/few_elements.hpp"

#include <map>
#include <mutex>
#include <tuple>
#include <utility>

#include <gpu/core/text_of.hpp>
#include <gpu/graph/build.hpp>

#include "graph/schedule/reduction_domain.hpp"

namespace gpu::graph {
namespace {

/// Of elements that one result has.
constexpr std::ptrdiff_t most_elements = 8;
/// Of what is read and computed for all elements of a result.
constexpr std::ptrdiff_t most_leaves = 16;
constexpr std::ptrdiff_t most_ops = 32;
/// How often a kernel computes a result anew.
constexpr std::ptrdiff_t most_uses = 8;

std::ptrdiff_t reduced_count(const reduction_node& reduction) {
  std::ptrdiff_t count = 1;
  for (std::size_t axis = 0; axis < reduction.source.size(); ++axis)
    if ((reduction.axes >> axis & 1) != 0) count *= reduction.source[axis];
  return count;
}

/// How many elements of arrays `value` is computed from.
std::ptrdiff_t elements_below(const node& value) {
  if (value.kind == node_kind::view)
    return elements_below(*static_cast<const view_node&>(value).viewed);
  if (value.kind != node_kind::op)
    return value.kind == node_kind::scalar || value.kind == node_kind::index
               ? 0
               : element_count(value.extents);
  std::ptrdiff_t count = 0;
  for (const node_ptr& operand : static_cast<const op_node&>(value).operands)
    count += elements_below(*operand);
  return count;
}

/// Whether other kernels are likely to need the results too, which are fewer than what they are
/// computed from: then these are better read once.
bool is_better_shared(const reduction_node& reduction) {
  return reduction.use_count() > 1 &&
         elements_below(*reduction.operands[0]) > element_count(reduction.extents);
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
                        facts(loop.out).device, ", ", facts(loop.in[0]).device, ">{}");
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

node_ptr op_of_few_elements(const reduction_node& reduction, std::ptrdiff_t count) {
  const node_ptr& operand = reduction.operands[0];
  const bool is_known = reduction.op.lives_for_ever && reduction.op.definition.empty() &&
                        reduction.operands.size() == 1 && operand->kind != node_kind::scalar;
  if (!is_known || operand->reduces) return nullptr;
  const std::ptrdiff_t elements = reduced_count(reduction);
  if (elements < 1 || elements > most_elements || elements * operand->leaf_bound > most_leaves ||
      elements * operand->op_bound > most_ops ||
      count > most_uses * element_count(reduction.extents) || is_better_shared(reduction))
    return nullptr;
  const affine_view source = broadcasted(operand->extents, reduction.source);
  operand_list operands(static_cast<std::size_t>(elements));
  for (std::ptrdiff_t i = 0; i < elements; ++i)
    operands[static_cast<std::size_t>(i)] =
        make_view(operand, compose(one_of_each(reduction, i), source));
  return make_op(record_of_few(reduction, elements), 0, std::move(operands));
}

}  // namespace gpu::graph
